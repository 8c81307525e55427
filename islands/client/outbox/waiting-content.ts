import { strokePath } from '#views/ui/stroke-path.ts'
import { makeElement } from '../make-element.ts'
import { readStrokes } from '../signature-pad.ts'
import { asFields } from './read-entered.ts'
import type { Entered, KeptFile, WaitingChange } from './store.ts'

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i
const PICTURE = /^image\//

const readContent = (one: WaitingChange) => one.entered ?? readOld(one)

/** Whether there is anything to read and copy. */
export const hasContent = (one: WaitingChange) => readContent(one).length > 0

/** What was typed, drawn or taken, to be read and copied: for it may be nowhere else. */
export function drawContent(one: WaitingChange): HTMLElement {
  const list = makeElement('dl', '')
  for (const part of readContent(one)) list.append(makeElement('dt', part.label), drawValue(part))
  list.hidden = !hasContent(one)
  return list
}

/** What a version before kept, by the names under which it is sent. */
const readOld = ({ fields, call }: WaitingChange): Entered[] =>
  [...fields, ...(call ? asFields(call.body) : [])].flatMap(([label, value]) =>
    typeof value === 'string' && ID.test(value) ? [] : { label, value },
  )

function drawValue({ value, drawn }: Entered): HTMLElement {
  const said = makeElement('dd', '')
  if (typeof value === 'string') said.append((drawn && signature(value)) || value)
  else said.append(value.name)
  if (typeof value !== 'string' && PICTURE.test(value.type)) said.append(' ', filePicture(value))
  return said
}

function signature(value: string): HTMLImageElement | undefined {
  const drawn = readStrokes(value)
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
