const mm = 72 / 25.4

/** In millimetres. */
type LabelPaper = {
  description: string
  width: number
  height: number
  columns: number
  rows: number
  label: { width: number; height: number }
  left: number
  top: number
  gap: number
}

export const labelPapers = {
  a4: {
    description: '24 on A4, 70 × 37 mm',
    width: 210,
    height: 297,
    columns: 3,
    rows: 8,
    label: { width: 70, height: 37 },
    left: 0,
    top: 0.5,
    gap: 0,
  },
  a4small: {
    description: '65 on A4, 38,1 × 21,2 mm',
    width: 210,
    height: 297,
    columns: 5,
    rows: 13,
    label: { width: 38.1, height: 21.2 },
    left: 4.75,
    top: 10.7,
    gap: 2.5,
  },
  roll: {
    description: 'Roll, 57 × 32 mm',
    width: 57,
    height: 32,
    columns: 1,
    rows: 1,
    label: { width: 57, height: 32 },
    left: 0,
    top: 0,
    gap: 0,
  },
} satisfies Record<string, LabelPaper>

export type LabelPaperName = keyof typeof labelPapers

/** `code` is what a scanner reads, `note` small lines below the name. */
export type StickerLabel = { name: string; code: string; note: string }

export type LabelsData = {
  title: string
  author: string
  paper: LabelPaperName
  skip: number
  labels: readonly StickerLabel[]
}

export type Box = { page: number; x: number; y: number; width: number; height: number }

/** In points. */
export function labelBox(name: LabelPaperName, at: number): Box {
  const { columns, rows, label, left, top, gap } = labelPapers[name]
  const inPage = at % (columns * rows)
  return {
    page: Math.floor(at / (columns * rows)),
    x: (left + (inPage % columns) * (label.width + gap)) * mm,
    y: (top + Math.floor(inPage / columns) * label.height) * mm,
    width: label.width * mm,
    height: label.height * mm,
  }
}

/** In points. */
export const paperSize = (name: LabelPaperName) => ({
  width: labelPapers[name].width * mm,
  height: labelPapers[name].height * mm,
})
