import { useEffect, useRef } from 'react'

type Htmx = { ajax(verb: 'GET', url: string, options: { target: HTMLElement; swap: string }): Promise<void> }

/** The files of a job: the panel that every dialog has, which the page script brings and keeps alive. */
export function Documents({ jobid }: { jobid: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { htmx } = window as unknown as { htmx: Htmx }
    if (place.current)
      void htmx.ajax('GET', `/documents/panel/jobs/${jobid}`, { target: place.current, swap: 'innerHTML' })
  }, [jobid])
  return <div ref={place} />
}
