import { type DocumentContent, type Texts, tintMark } from '#views/documents/parts.tsx'
import { type Face, regular, semibold } from './fonts.ts'
import { qrElements } from './qr.ts'
import type { Band, FilledBand, GraphicsElement, LayoutItem, Run } from './template.ts'
import { wrapText } from './wrap.ts'

export type Filling = { texts: Texts; content: DocumentContent }

/** A text moves everything below it in its column. A strip higher than `most` points is cut between two lines. */
export function fill(band: Band, filling: Filling, most = Number.POSITIVE_INFINITY): FilledBand[] {
  return stack(
    band,
    band.ops.map((op) => wrapField(op, filling.texts)),
    filling,
    most,
  )
}

type Lines = Run[] | undefined

function stack(band: Band, lines: Lines[], { texts, content }: Filling, most: number): FilledBand[] {
  const { tops, height } = layOutBand(band, lines)
  if (height > most && lines.some((each) => (each?.length ?? 0) > 1))
    return cut(band, lines, { texts, content }, most)
  const elements = band.ops.flatMap((op, index) =>
    paint(op, (tops[index] ?? 0) - op.top, lines[index] ?? [], { texts, content }),
  )
  return [{ y: 0, height, elements }]
}

function cut(band: Band, lines: Lines[], filling: Filling, most: number): FilledBand[] {
  const leading = Math.max(...band.ops.map((op) => (op.kind === 'field' ? op.lineheight : 0)))
  const fitting = Math.max(1, Math.floor((most - band.height) / leading) + 1)
  const upper = lines.map((each) => each?.slice(0, fitting))
  const lower = lines.map((each) => each?.slice(fitting))
  return [...stack(band, upper, filling, Number.POSITIVE_INFINITY), ...stack(band, lower, filling, most)]
}

function wrapField(op: LayoutItem, texts: Texts): Lines {
  if (op.kind !== 'field') return undefined
  const text = texts[op.name] ?? ''
  const face = faceOf(op.bold)
  const width = op.tight ? Number.POSITIVE_INFINITY : ((op.right - op.left) / op.size) * 1000
  return wrapText(text, width, face)
}

function layOutBand(band: Band, lines: Lines[]): { tops: number[]; height: number } {
  const tops: number[] = []
  const bottoms: number[] = []
  let natural = 0
  let lowest = 0
  band.ops.forEach((op, index) => {
    const pushed = op.above.map((other) => bottoms[other] ?? 0)
    const top = pushed.length ? Math.max(...pushed) + op.gap : op.top
    const bottom = top + op.bottom - op.top + growth(op, lines[index])
    tops.push(top)
    bottoms.push(bottom)
    natural = Math.max(natural, op.bottom)
    lowest = Math.max(lowest, bottom)
  })
  return { tops, height: band.height - natural + lowest }
}

function growth(op: LayoutItem, lines: Lines): number {
  if (op.kind !== 'field' || !lines) return 0
  const least = op.collapse ? 0 : 1
  return (Math.max(least, lines.length) - 1) * op.lineheight
}

function paint(op: LayoutItem, shift: number, lines: Run[], { texts, content }: Filling): GraphicsElement[] {
  if (op.kind === 'text') return [{ ...op, y: op.y + shift, run: faceOf(op.bold).shape(op.text) }]
  if (op.kind === 'field')
    return lines.map((run, index) => letter(op, op.y + shift + index * op.lineheight, run))
  const box = { x: op.left, y: op.top + shift, width: op.right - op.left, height: op.bottom - op.top }
  if (op.kind === 'rect') return rectangle({ ...box, colour: op.colour }, content.colour)
  const bytes = content.images?.[texts[`${op.name}image`] ?? op.name]
  if (bytes) return [{ kind: 'image', ...box, bytes, align: op.align }]
  const code = content.codes?.[op.name]
  const side = Math.min(box.width, box.height)
  return code ? qrElements(code, { x: box.x, y: box.y, side }) : []
}

function rectangle(
  box: Omit<GraphicsElement & { kind: 'rect' }, 'kind'>,
  tint: string | undefined,
): GraphicsElement[] {
  if (box.colour !== tintMark) return [{ kind: 'rect', ...box }]
  return tint ? [{ kind: 'rect', ...box, colour: tint }] : []
}

function letter(op: LayoutItem & { kind: 'field' }, y: number, run: Run): GraphicsElement {
  const room = op.right - op.left
  const size = op.tight ? Math.min(op.size, (room / run.width) * 1000 || op.size) : op.size
  const spare = room - (run.width * size) / 1000
  const x = op.left + (op.align === 'right' ? spare : op.align === 'center' ? spare / 2 : 0)
  return { kind: 'text', x, y, size, bold: op.bold, colour: op.colour, run }
}

function faceOf(bold: boolean): Face {
  return bold ? semibold : regular
}
