import { useEffect, useRef } from 'react'
import type { HubDetail } from '#islands/hub.ts'

type Hear = (event: string, args: readonly unknown[], seq: number) => void

/** Listens to the hub for as long as the component stands. What has no change number passes as 0. */
export function useHub(hear: Hear): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    const listen = ({ detail }: CustomEvent<HubDetail>) =>
      latest.current(detail.event, detail.args, detail.seq ?? 0)
    document.addEventListener('joblane:hub', listen)
    return () => document.removeEventListener('joblane:hub', listen)
  }, [])
}
