import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cachedBy } from '#server/cache.ts'
import type { Services } from '#server/services.ts'
import { AppPage } from '#views/layout/frame.tsx'
import type { FrameProps, PageAssets } from '#views/layout/types.ts'
import { fillListViews } from '#views/ui/list-views-mark.tsx'

// Nobody outside this process knows them, so no name or label can hold one.
const secret = crypto.randomUUID()
const [BODY, DIALOG, NONCE, SEQ] = ['body', 'dialog', 'nonce', 'seq'].map((name) => `${name}-${secret}`) as [
  string,
  string,
  string,
  string,
]

const cached = cachedBy<Services>(400)

type Parts = {
  /** Equal keys, equal shells. */
  key: string
  frame: () => { title: string; assets: PageAssets; frame: FrameProps }
  body: string | Uint8Array
  nonce: string
  seq: number
  dialog?: ReactElement
}

export function pageHtml(
  services: Services,
  { key, frame, body, nonce, seq, dialog }: Parts,
): string | Uint8Array<ArrayBuffer> {
  const shell = cached(services, key, () => render(frame()))
  const filled: Record<string, string | Uint8Array> = {
    [BODY]: body,
    [DIALOG]: dialog ? fillListViews(renderToStaticMarkup(dialog), () => '') : '',
    [NONCE]: nonce,
    [SEQ]: String(seq),
  }
  const parts = ['<!doctype html>', ...shell].map((part) => filled[part] ?? part)
  if (typeof body === 'string') return parts.join('')
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

function render({ title, assets, frame }: ReturnType<Parts['frame']>): string[] {
  const html = renderToStaticMarkup(
    <AppPage
      title={title}
      assets={{ ...assets, nonce: NONCE }}
      frame={{ ...frame, seq: SEQ }}
      dialog={DIALOG}
    >
      {BODY}
    </AppPage>,
  )
  return html.split(new RegExp(`((?:body|dialog|nonce|seq)-${secret})`))
}
