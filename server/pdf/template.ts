import type { BandMarks, FieldMarks, ImageMarks, PaperSize } from '#views/documents/parts.tsx'

/** A compiled document. Lengths are points; `y`, `top` and `bottom` count from the top of their band. */
export type Template = {
  paper: PaperSize
  bands: Band[]
  foot: Band | undefined
  continued: Band | undefined
}

export type Band = BandMarks & { height: number; ops: Op[] }

type Extent = { left: number; right: number; top: number; bottom: number }
type Ink = { x: number; y: number; size: number; bold: boolean; colour: string }

/**
 * One thing to paint. `above` are the indices of the ops that push it down when they grow, `gap` is its distance
 * from the lowest of them: together they are what is left of the layout once it is compiled.
 */
export type Op = Extent & { above: number[]; gap: number } & (
    | ({ kind: 'text'; text: string } & Ink)
    | ({ kind: 'field'; lineheight: number } & FieldMarks & Ink)
    | ({ kind: 'image' } & ImageMarks)
    | { kind: 'rect'; colour: string }
  )

/** What a page is painted with: `y` of a text is its baseline, `y` of a strip is added to that of its marks. */
export type Mark =
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

export type Strip = { y: number; height: number; marks: Mark[] }
export type Page = Strip[]

/** Shaped text: glyph ids, the kerning after each and the whole width, both in thousandths of the font size. */
export type Run = { glyphs: number[]; kerns: number[]; width: number }
