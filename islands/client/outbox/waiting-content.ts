import { strokePath } from '#views/ui/stroke-path.ts'
import { readStrokes } from '../signature-pad.ts'
import { makeElement } from './make-element.ts'
import type { KeptFile, WaitingChange } from './store.ts'

type Part = [name: string, value: string | KeptFile]

const NOT_TO_READ = /id$|ids$|version$|^(action|csrf)$/i
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i
const WORDS: Record<string, string> = {
  message: 'Note',
  linerate: 'Rate',
  date: 'Date',
  from: 'From',
  to: 'To',
}
const PICTURE = /^image\//

/** What was typed, drawn or taken, to be read and copied: for it may be nowhere else. */
export function drawContent({ fields, call }: WaitingChange): HTMLElement {
  const list = makeElement('dl', '')
  const parts: Part[] = call ? flatten('', call.body) : fields
  for (const [name, value] of parts.filter(isToRead))
    list.append(makeElement('dt', nameInWords(name)), drawValue(name, value))
  list.hidden = list.childElementCount === 0
  return list
}

const isToRead = ([name, value]: Part) =>
  typeof value === 'string' ? value !== '' && !NOT_TO_READ.test(name) && !ID.test(value) : value.name !== ''

function flatten(name: string, value: unknown): Part[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) =>
    flatten(Number.isNaN(Number(key)) ? key : name, inner),
  )
}

const nameInWords = (name: string) => WORDS[name] ?? name.charAt(0).toUpperCase() + name.slice(1)

function drawValue(name: string, value: string | KeptFile): HTMLElement {
  const said = makeElement('dd', '')
  if (typeof value === 'string') said.append(signature(name, value) ?? value)
  else said.append(value.name)
  if (typeof value !== 'string' && PICTURE.test(value.type)) said.append(' ', filePicture(value))
  return said
}

function signature(name: string, value: string): HTMLImageElement | undefined {
  const drawn = name === 'signature' ? readStrokes(value) : undefined
  if (!drawn) return
  const lines = drawn.strokes.map((stroke) => `${strokePath(stroke)}h.1`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${drawn.w}" height="${drawn.h}"><path d="${lines.join('')}" fill="none" stroke="#000" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return picture(`data:image/svg+xml,${encodeURIComponent(svg)}`, 'Signature')
}

function filePicture({ name, type, bytes }: KeptFile): HTMLElement {
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const image = picture(url, name)
  for (const event of ['load', 'error']) image.addEventListener(event, () => URL.revokeObjectURL(url))
  return image
}

function picture(src: string, alt: string): HTMLImageElement {
  const image = makeElement('img', '') as HTMLImageElement
  Object.assign(image, { src, alt })
  return image
}
