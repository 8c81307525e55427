import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cachedBy } from '#server/cache.ts'
import type { Services } from '#server/services.ts'
import { AppPage } from '#views/layout/frame.tsx'
import type { FrameProps, PageAssets } from '#views/layout/types.ts'
import { fillListViews } from '#views/ui/list-views-mark.tsx'
import type { PagePieces } from './pieces.ts'
import { toMarkup } from './responses.ts'
import { compressPiece, FOR_MANY } from './zstd-frame.ts'

// Nobody outside this process knows them, so no name or label can hold one.
const secret = crypto.randomUUID()
const mark = (name: string) => `${name}-${secret}`
const [TITLE, BODY, DIALOG, NONCE, SEQ] = [
  mark('title'),
  mark('body'),
  mark('dialog'),
  mark('nonce'),
  mark('seq'),
]

const cached = cachedBy<Services>(400)

type Parts = {
  /** Equal keys, equal shells. */
  key: string
  frame: () => { assets: PageAssets; frame: FrameProps }
  title: string
  body: PagePieces
  nonce: string
  seq: number
  dialog?: ReactElement | string
}

export function pageHtml(services: Services, { key, frame, title, ...parts }: Parts): PagePieces {
  const { body, nonce, seq, dialog } = parts
  const shell = cached(services, key, () => render(frame()))
  const filled: Record<string, PagePieces> = {
    [TITLE]: [Bun.escapeHTML(title)],
    [BODY]: body,
    [DIALOG]: dialog ? [Buffer.from(fillListViews(toMarkup(dialog), () => ''))] : [],
    [NONCE]: [nonce],
    [SEQ]: [String(seq)],
  }
  return shell.flatMap((part) => (typeof part === 'string' ? (filled[part] ?? part) : [part]))
}

function render({ assets, frame }: ReturnType<Parts['frame']>): PagePieces {
  const html = renderToStaticMarkup(
    <AppPage
      title={TITLE}
      assets={{ ...assets, nonce: NONCE }}
      frame={{ ...frame, seq: SEQ }}
      dialog={DIALOG}
    >
      {BODY}
    </AppPage>,
  )
  return `<!doctype html>${html}`
    .split(new RegExp(`((?:title|body|dialog|nonce|seq)-${secret})`))
    .flatMap((part) => (part.length < LONG ? part : keepTags(part)))
}

/** From here on a part of the shell is worth being compressed once for many. */
const LONG = 1_024

/** Its whole tags are kept as bytes: a part may begin and end in the middle of one. */
function keepTags(part: string): PagePieces {
  const [from, to] = [part.indexOf('>') + 1, part.lastIndexOf('>') + 1]
  const kept = Buffer.from(part.slice(from, to))
  compressPiece(kept, FOR_MANY)
  return [part.slice(0, from), kept, part.slice(to)]
}
