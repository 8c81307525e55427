import type { BandMarks, FieldMarks, ImageMarks, PageSize } from '#views/documents/parts.tsx'

/** Lengths are points; `y`, `top` and `bottom` count from the top of their band. */
export type Template = {
  paper: PageSize
  bands: Band[]
  foot: Band | undefined
  continued: Band | undefined
}

export type Band = BandMarks & { height: number; ops: LayoutItem[] }

type Extent = { left: number; right: number; top: number; bottom: number }
type Ink = { x: number; y: number; size: number; bold: boolean; colour: string }

/** `above`: the indices of the ops that push it down when they grow; `gap`: its distance from the lowest of them. */
export type LayoutItem = Extent & { above: number[]; gap: number } & (
    | ({ kind: 'text'; text: string } & Ink)
    | ({ kind: 'field'; lineheight: number } & FieldMarks & Ink)
    | ({ kind: 'image' } & ImageMarks)
    | { kind: 'rect'; colour: string }
  )

/** `y` of a text is its baseline, `y` of a filled band is added to that of its elements. */
export type GraphicsElement =
  | { kind: 'text'; x: number; y: number; size: number; bold: boolean; colour: string; run: Run }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; colour: string }
  | {
      kind: 'image'
      x: number
      y: number
      width: number
      height: number
      bytes: Uint8Array
      align: 'left' | 'right'
    }

export type FilledBand = { y: number; height: number; elements: GraphicsElement[] }
export type PdfPage = FilledBand[]

/** Kerning after each glyph and the whole width, in thousandths of the font size. */
export type Run = { glyphs: number[]; kerns: number[]; width: number }
