import { describe, expect, test } from 'bun:test'
import { Resvg } from '@resvg/resvg-js'
import decodeQR from 'qr/decode.js'
import { makePdf } from '#server/pdf/engine.ts'
import { layOutLabels } from '#server/pdf/labels.ts'
import { writeSvg } from '#server/pdf/write-svg.ts'
import {
  type LabelPaperName,
  labelBox,
  labelPapers,
  paperSize,
  type StickerLabel,
} from '#views/documents/labels.ts'
import { readPdf } from './read.ts'

const mm = 72 / 25.4
const names = Object.keys(labelPapers) as LabelPaperName[]
const sheet = (labels: StickerLabel[], paper: LabelPaperName = 'a4', skip = 0) => ({
  ...{ title: 'Labels', author: 'Test', paper, skip, labels },
})
const edgeCases: StickerLabel[] = [
  { name: 'Kêrel se “Môre” 🚜', code: '000123', note: 'Ünïcode' },
  { name: 'x'.repeat(255), code: 'LONG-'.repeat(15), note: '' },
  { name: 'uMgungundlovu isiXhobo sokusika', code: 'a/b?c=d&é', note: 'y'.repeat(120) },
]

describe('labels', () => {
  test.each(names)('of %s stand inside the paper at exact millimetres, none over another', (paper) => {
    const { columns, rows, label, width, height } = labelPapers[paper]
    const boxes = Array.from({ length: columns * rows }, (_, at) => labelBox(paper, at))
    for (const box of boxes) {
      expect(box.page).toBe(0)
      expect(box.width).toBeCloseTo(label.width * mm, 6)
      expect(box.x + box.width).toBeLessThanOrEqual(width * mm + 0.001)
      expect(box.y + box.height).toBeLessThanOrEqual(height * mm + 0.001)
    }
    expect(labelBox(paper, columns * rows)).toMatchObject({ page: 1, x: boxes[0]?.x, y: boxes[0]?.y })
    const last = boxes.at(-1)
    // As much is left below and to the right as above and to the left.
    expect(width * mm - (last?.x ?? 0) - (last?.width ?? 0)).toBeCloseTo(boxes[0]?.x ?? 0, 1)
  })

  test.each(names)('of %s keep every element on their own label, whatever they say', (paper) => {
    const [page = []] = layOutLabels(sheet(edgeCases.slice(0, labelPapers[paper].columns), paper))
    page.forEach(({ elements }, at) => {
      const box = labelBox(paper, at)
      for (const element of elements) {
        const wide =
          element.kind === 'text'
            ? (element.run.width * element.size) / 1000
            : element.kind === 'rect'
              ? element.width
              : 0
        expect(element.x).toBeGreaterThanOrEqual(box.x)
        expect(element.x + wide).toBeLessThanOrEqual(box.x + box.width + 0.01)
        expect(element.y).toBeGreaterThanOrEqual(box.y)
        expect(element.y).toBeLessThanOrEqual(box.y + box.height)
      }
    })
  })

  test('are read back by a scanner exactly as they were', () => {
    for (const label of edgeCases) {
      const size = paperSize('roll')
      const [page = []] = layOutLabels(sheet([label], 'roll'))
      const image = new Resvg(writeSvg(page, size), {
        fitTo: { mode: 'width', value: 1400 },
        font: { loadSystemFonts: false },
      }).render()
      expect(decodeQR({ width: image.width, height: image.height, data: new Uint8Array(image.pixels) })).toBe(
        label.code,
      )
    }
  })

  test('are a PDF with text to search, on the paper they name, beginning where it is used up', async () => {
    const labels = Array.from({ length: 30 }, (_, at) => ({ name: `Crate ${at}`, code: `C${at}`, note: '' }))
    const { pages } = await readPdf(await makePdf({ document: 'labels', data: sheet(labels, 'a4', 20) }))
    expect(pages).toHaveLength(3)
    expect(pages[0]).toMatchObject({ width: expect.closeTo(595.28, 1), height: expect.closeTo(841.89, 1) })
    const text = (page: number) => JSON.stringify(pages[page])
    expect(text(0)).toContain('Crate 3')
    expect(text(0)).not.toContain('Crate 4')
    expect(text(1)).toContain('Crate 27')
    expect(text(2)).toContain('Crate 29')
  })

  test('of a thousand are made in a moment and stay small', async () => {
    const labels = Array.from({ length: 1000 }, (_, at) => ({
      name: `Item ${at}`,
      code: `${100_000 + at}`,
      note: '',
    }))
    const began = performance.now()
    const bytes = await makePdf({ document: 'labels', data: sheet(labels) })
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(bytes.length).toBeLessThan(3_000_000)
  })
})
