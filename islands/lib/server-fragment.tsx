import { useEffect, useRef } from 'react'

type Htmx = { ajax(verb: 'GET', url: string, options: { target: HTMLElement; swap: string }): Promise<void> }

export function ServerFragment({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { htmx } = window as unknown as { htmx: Htmx }
    if (place.current) void htmx.ajax('GET', url, { target: place.current, swap: 'innerHTML' })
  }, [url])
  return <div ref={place} />
}
