import { useEffect, useRef, useState } from 'react'
import type { HubEventDetail } from '#islands/hub.ts'

type HubListener = (event: string, args: readonly unknown[], seq: number) => void

/** Listens to the hub for as long as the component stands. What has no change number passes as 0. */
export function useHub(onEvent: HubListener): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => {
    const listen = ({ detail }: CustomEvent<HubEventDetail>) =>
      latest.current(detail.event, detail.args, detail.seq ?? 0)
    document.addEventListener('joblane:hub', listen)
    return () => document.removeEventListener('joblane:hub', listen)
  }, [])
}

// Shorter gaps are nobody's business: what was missed comes by itself.
const patiencems = 3_000

export function useHubAway(): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const listen = ({ detail }: DocumentEventMap['joblane:hubstate']) => {
      clearTimeout(timer)
      if (detail.state === 'connected') setAway(false)
      else timer = setTimeout(() => setAway(true), patiencems)
    }
    document.addEventListener('joblane:hubstate', listen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('joblane:hubstate', listen)
    }
  }, [])
  return isAway
}
