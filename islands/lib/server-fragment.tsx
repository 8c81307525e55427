import { useCallback, useEffect, useRef, useState } from 'react'
import { messages } from '#islands/client/messages.ts'
import { Button } from '#views/ui/button.tsx'
import { useHub } from './hub.ts'

type Htmx = { ajax(verb: 'GET', url: string, options: { target: HTMLElement; swap: string }): Promise<void> }

export function ServerFragment({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [missing, setMissing] = useState('')
  const load = useCallback(async () => {
    const { htmx } = window as unknown as { htmx: Htmx }
    const target = place.current
    if (!target) return
    let isAnswered = false
    const note = ({ detail }: DocumentEventMap['htmx:before:swap']) => {
      if ((detail.ctx as { target?: unknown }).target === target) isAnswered = true
    }
    document.addEventListener('htmx:before:swap', note)
    await htmx.ajax('GET', url, { target, swap: 'innerHTML' })
    document.removeEventListener('htmx:before:swap', note)
    if (target.hasChildNodes()) setMissing('')
    else setMissing(isAnswered ? messages.notLoaded : messages.notHere)
  }, [url])
  useEffect(() => void load(), [load])
  useHub((event) => {
    if (event === 'Reload' && missing) void load()
  })
  return (
    <>
      <div ref={place} />
      {missing && (
        <div className="buttons" data-stored-part="">
          <p className="error">{missing}</p>
          <Button small onClick={() => void load()}>
            {messages.again}
          </Button>
        </div>
      )}
    </>
  )
}
