import { useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '#islands/client/messages.ts'
import { useHub } from './hub.ts'

type Htmx = { ajax(verb: 'GET', url: string, options: { target: HTMLElement; swap: string }): Promise<void> }

export function ServerFragment({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const load = useCallback(async () => {
    const { htmx } = window as unknown as { htmx: Htmx }
    if (!place.current) return
    await htmx.ajax('GET', url, { target: place.current, swap: 'innerHTML' })
    setMissing(place.current?.hasChildNodes() === false)
  }, [url])
  useEffect(() => void load(), [load])
  useHub((event) => {
    if (event === 'Reload' && isMissing) void load()
  })
  return (
    <>
      <div ref={place} />
      {isMissing && (
        <p className="error" data-stored-part="">
          {messages.notHere}
        </p>
      )}
    </>
  )
}
