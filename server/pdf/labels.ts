import { type LabelsData, labelBox, paperSize, type StickerLabel } from '#views/documents/labels.ts'
import { grey, ink } from '#views/documents/parts.tsx'
import { type Face, regular, semibold } from './fonts.ts'
import { qrElements } from './qr.ts'
import type { GraphicsElement, PdfPage, Run } from './template.ts'
import { wrapText } from './wrap.ts'

export function layOutLabels({ labels, paper, skip }: LabelsData): PdfPage[] {
  const pages: PdfPage[] = []
  for (const [index, label] of labels.entries()) {
    const { page, ...box } = labelBox(paper, index + skip)
    pages[page] ??= []
    pages[page].push({ y: 0, height: 0, elements: labelElements(label, box) })
  }
  return pages.length === 0 ? [[]] : Array.from(pages, (page) => page ?? [])
}

export const labelTemplate = (data: LabelsData) => ({ paper: paperSize(data.paper) })

type Area = { x: number; y: number; width: number; height: number }

function labelElements({ name, code, note }: StickerLabel, { x, y, width, height }: Area): GraphicsElement[] {
  // Printers do not reach the edge of a sheet, and no two print in exactly the same place.
  const edge = Math.min(height, width) * 0.09
  const side = Math.min(height - 2 * edge, width * 0.45)
  const text = { x: x + edge + side, width: width - 2 * edge - side }
  const size = Math.max(5.5, Math.min(10, height / 10))
  const top = y + (height - side) / 2
  return [
    ...qrElements(code, { x: x + edge, y: top, side }),
    ...textElements({ name, code, note }, { ...text, y: top, height: side }, size),
  ]
}

function textElements(
  { name, code, note }: StickerLabel,
  { x, y, width, height }: Area,
  size: number,
): GraphicsElement[] {
  const leading = size * LEADING
  const small = Math.max(SMALLEST, size * 0.75)
  const notes = note ? note.split('\n').flatMap((line) => lines(line, width, small, regular)) : []
  // The name and the code stand in any case.
  const below = cutLines(notes, Math.floor((height - 2 * leading) / (small * LEADING)))
  const room = Math.max(1, Math.floor((height - leading - below.length * small * LEADING) / leading))
  const names = lines(name, width, size, semibold).slice(0, room)
  const all = [
    ...names.map((run) => ({ run, bold: true, colour: ink, size })),
    { run: shapeText(code, regular), bold: false, colour: ink, size },
    ...below.map((run) => ({ run, bold: false, colour: grey, size: small })),
  ]
  const whole = all.reduce((sum, line) => sum + line.size * LEADING, 0)
  let baseline = y + (height - whole) / 2 - size * (LEADING - 1)
  return all.map(({ run, bold, colour, size }): GraphicsElement => {
    baseline += size * LEADING
    return {
      ...{ kind: 'text', x, y: baseline, bold, colour, run },
      size: Math.min(size, (width * 1000) / Math.max(run.width, 1)),
    }
  })
}

const LEADING = 1.25
/** In points: what a label printer still prints to be read. */
const SMALLEST = 5

function cutLines(runs: readonly Run[], most: number): Run[] {
  const room = Math.max(1, most)
  return runs.length <= room ? [...runs] : [...runs.slice(0, room - 1), shapeText('and more', regular)]
}

const lines = (text: string, width: number, size: number, face: Face): Run[] =>
  wrapText(text.replaceAll('\n', ' '), (width / size) * 1000, face)

const shapeText = (text: string, face: Face): Run => face.shape(face.printable(text.replaceAll('\n', ' ')))
