import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cachedBy } from '#server/cache.ts'
import type { Services } from '#server/services.ts'
import { AppPage } from '#views/layout/frame.tsx'
import type { FrameProps, PageAssets } from '#views/layout/types.ts'
import { fillListViews } from '#views/ui/list-views-mark.tsx'
import { toMarkup } from './responses.ts'

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
  dialog?: ReactElement | string
}

export function pageHtml(
  services: Services,
  { key, frame, body, nonce, seq, dialog }: Parts,
): string | Uint8Array<ArrayBuffer> {
  const shell = cached(services, key, () => render(frame()))
  const filled: Record<string, string | Uint8Array> = {
    [BODY]: body,
    [DIALOG]: dialog ? fillListViews(toMarkup(dialog), () => '') : '',
    [NONCE]: nonce,
    [SEQ]: String(seq),
  }
  if (typeof body === 'string') return shell.map(({ text }) => filled[text] ?? text).join('')
  return Buffer.concat(shell.map(({ text, bytes }) => toBytes(filled[text]) ?? bytes))
}

const toBytes = (filled: string | Uint8Array | undefined) =>
  typeof filled === 'string' ? Buffer.from(filled) : filled

type ShellPart = { text: string; bytes: Uint8Array }

function render({ title, assets, frame }: ReturnType<Parts['frame']>): ShellPart[] {
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
  const parts = `<!doctype html>${html}`.split(new RegExp(`((?:body|dialog|nonce|seq)-${secret})`))
  return parts.map((text) => ({ text, bytes: Buffer.from(text) }))
}
