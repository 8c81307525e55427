import type { CSSProperties, ReactElement, ReactNode } from 'react'

// Lengths in points. Rules and boxes are `Rule`s: rectangles, because borders are no plain shape in the layout.

/** Stands in a field while a document is laid out; no font has it and no person can type it into a template. */
export const fieldMark = '\ue000'
export const tintMark = '#00fe01'

export const ink = '#1b2026'
export const grey = '#5c6570'
export const line = '#d5dae0'

export type PageSize = { width: number; height: number }
export const portrait: PageSize = { width: 595.28, height: 841.89 }
export const landscape: PageSize = { width: 841.89, height: 595.28 }
export const margin = 48

export type DocumentView<Data> = {
  paper: PageSize
  layout: ReactElement
  content: (data: Data) => DocumentContent
}

/** Its columns follow what it shows; layouts of the same key are equal. */
export type VariedDocumentView<Data> = Omit<DocumentView<Data>, 'layout'> & {
  vary: (data: Data) => { key: string; layout: () => ReactElement }
}

export type Texts = Record<string, string | undefined>

export type DocumentContent = {
  title: string
  author: string
  colour?: string
  texts: Texts
  rows: Record<string, Texts[]>
  images?: Record<string, Uint8Array | undefined>
  /** What a QR code in the place of an image says. */
  codes?: Record<string, string | undefined>
}

/**
 * `rows`: repeated for each row of that name. `head`: the band to repeat above those rows on a new page.
 * `leads`: stays with what follows. `keep`: neighbours with the same word stay together. `clings`: stays with the row before.
 * `when`: left out unless that text or those rows exist. `place`: the foot of every page, or the top of all but the first.
 */
export type BandMarks = {
  name: string
  rows?: boolean
  head?: string
  leads?: boolean
  keep?: string
  clings?: boolean
  when?: string
  place?: 'foot' | 'continued'
}

/** `tight` shrinks one line to its width instead of wrapping; `collapse` gives up the line when there is no text. */
export type FieldMarks = {
  name: string
  align?: 'left' | 'right' | 'center'
  tight?: boolean
  collapse?: boolean
}

/** A row may name another of the document's images: `leftimage` for the image `left`. */
export type ImageMarks = { name: string; align: 'left' | 'right' }

type Styled = { style?: CSSProperties; children?: ReactNode }

export function DocumentPage({ paper, children }: { paper: PageSize; children: ReactNode }) {
  const style = {
    ...column,
    width: paper.width,
    fontFamily: 'Inter',
    fontSize: 9,
    lineHeight: '13px',
    color: ink,
  }
  return <div style={style}>{children}</div>
}

export function DocumentBand({ style, children, ...marks }: BandMarks & Styled) {
  return (
    <div data-band={marks} style={{ ...column, padding: `0 ${margin}px`, ...style }}>
      {children}
    </div>
  )
}

type FieldProps = FieldMarks & {
  width: number
  size?: number
  leading?: number
  bold?: boolean
  colour?: string
}

export function DocumentField({ width, size = 9, leading = 13, bold, colour = ink, ...marks }: FieldProps) {
  const style = {
    width,
    fontSize: size,
    lineHeight: `${leading}px`,
    fontWeight: bold ? 600 : 400,
    color: colour,
    textAlign: marks.align ?? 'left',
    flexShrink: 0,
    // Stretched to its row, a field would pass for one that has higher lines.
    alignSelf: 'flex-start',
  }
  return (
    <div data-field={marks} style={style}>
      {fieldMark}
    </div>
  )
}

export function Image({ width, height, ...marks }: ImageMarks & { width: number; height: number }) {
  return <div data-image={marks} style={{ width, height, flexShrink: 0 }} />
}

export function DocumentRow({ style, children }: Styled) {
  return <div style={{ display: 'flex', ...style }}>{children}</div>
}

export function DocumentColumn({ style, children }: Styled) {
  return <div style={{ ...column, ...style }}>{children}</div>
}

export function DocumentLabel({ style, children }: Styled) {
  return <div style={{ color: grey, flexShrink: 0, ...style }}>{children}</div>
}

export function Rule({ style }: Styled) {
  return <div style={{ height: 0.5, backgroundColor: line, flexShrink: 0, ...style }} />
}

const column: CSSProperties = { display: 'flex', flexDirection: 'column' }
