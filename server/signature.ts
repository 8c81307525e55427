import { hasInk, NO_INK, strokePath } from '#views/ui/stroke-path.ts'
import { drawSvg } from './draw-svg.ts'
import { invalid } from './errors.ts'

type Point = [x: number, y: number, ms: number]
/** In CSS pixels of the box in which it was drawn. */
export type Signature = { w: number; h: number; strokes: Point[][] }

const MOST_CHARACTERS = 60_000
const MOST_POINTS = 4_000
const BOX = { least: 40, most: 4_000 }
const LONGEST_MS = 86_400_000

/**
 * Of an object, or of the text that a box in the browser writes: `w h*x y ms x y ms*…`. Undefined when nothing was drawn.
 * @throws 400 for what is none, or lies outside its box
 */
export function parseSignature(input: unknown, field = 'signature'): Signature | undefined {
  if (input === undefined || input === null || input === '') return
  const refuse = (why: string) => invalid({ [field]: `The signature ${why}` })
  const read = typeof input === 'string' ? readText(input) : readObject(input)
  if (!read) throw refuse('could not be read. Clear it and draw it again.')
  const { w, h, strokes } = read
  const points = strokes.flat()
  if (points.length === 0) throw refuse('has no strokes. Draw it again, or clear it.')
  const isInBox = ([x, y, ms]: Point) => isWithin(x, 0, w) && isWithin(y, 0, h) && isWithin(ms, 0, LONGEST_MS)
  if (!isWithin(w, BOX.least, BOX.most) || !isWithin(h, BOX.least, BOX.most) || !points.every(isInBox))
    throw refuse('goes over the bounds of its box. Clear it and draw it inside.')
  if (points.length > MOST_POINTS) throw refuse('is too large. Clear it and draw it with fewer strokes.')
  if (!hasInk(strokes)) throw refuse(NO_INK)
  return read
}

function readText(text: string): Signature | undefined {
  if (text.length > MOST_CHARACTERS || !/^\d+ \d+(\*\d+ \d+ \d+( \d+ \d+ \d+)*)*$/.test(text)) return
  const [box = '', ...rest] = text.split('*')
  const [w = 0, h = 0] = box.split(' ').map(Number)
  return { w, h, strokes: rest.map(toPoints) }
}

function toPoints(stroke: string): Point[] {
  const figures = stroke.split(' ').map(Number)
  return Array.from({ length: figures.length / 3 }, (_, at) => figures.slice(at * 3, at * 3 + 3) as Point)
}

function readObject(input: unknown): Signature | undefined {
  const { w, h, strokes } = (input ?? {}) as Partial<Record<'w' | 'h' | 'strokes', unknown>>
  const isFigure = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  const isPoint = (point: unknown) => Array.isArray(point) && point.length === 3 && point.every(isFigure)
  if (!isFigure(w) || !isFigure(h) || !Array.isArray(strokes)) return
  return strokes.every((stroke) => Array.isArray(stroke) && stroke.every(isPoint))
    ? { w, h, strokes }
    : undefined
}

const isWithin = (value: number, low: number, high: number) => value >= low && value <= high

/** Cut to its ink, on white: it is shown on dark pages too. */
export function drawSignature({ strokes }: Signature): Uint8Array<ArrayBuffer> {
  const points = strokes.flat()
  const across = points.map(([x]) => x)
  const down = points.map(([, y]) => y)
  const [left, top] = [Math.min(...across) - 6, Math.min(...down) - 6]
  const [wide, high] = [Math.max(...across) + 6 - left, Math.max(...down) + 6 - top]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${wide} ${high}"><rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="#fff"/><path d="${strokes.map(strokePath).join('')}" fill="none" stroke="#14213d" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  // A bound for each side: what is drawn as a line down must not become a tower.
  const fitTo =
    wide > 2.5 * high ? { mode: 'width' as const, value: 800 } : { mode: 'height' as const, value: 320 }
  return drawSvg(svg, { fitTo })
}
