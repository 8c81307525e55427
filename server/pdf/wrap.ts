import type { Face } from './fonts.ts'
import type { Run } from './template.ts'

/** `width` in thousandths of the font size. No text is no line; an empty line between two others stays. */
export function wrapText(text: string, width: number, face: Face): Run[] {
  if (text === '') return []
  const paragraphs = face.printable(text).split('\n')
  return paragraphs.flatMap((paragraph) => {
    const ends: number[] = []
    const run = face.shape(paragraph, ends)
    const fits = paragraphs.length === 1 && run.width <= width
    return fits ? [run] : wrapParagraph(paragraph, width, { ...run, ends })
  })
}

const breaks = /(?<=[ \u2013\u2014])(?=[^ ])|(?<=\p{L}[-/])(?=\p{L})/u

type Measured = Run & { ends: readonly number[] }

/** Lines are cut from the paragraph as it was shaped: each letter is looked up once. */
function wrapParagraph(paragraph: string, width: number, shaped: Measured): Run[] {
  const lines: Run[] = []
  let [from, end, at] = [0, 0, 0]
  for (const word of paragraph.split(breaks)) {
    const begin = at
    at += lengthOf(word)
    const seen = begin + lengthOf(word.trimEnd())
    if (widthOf(shaped, from, seen) > width) {
      if (begin > from) lines.push(cut(shaped, from, end))
      from = begin
      for (let next = begin + 1; next < seen; next++) {
        if (widthOf(shaped, from, next + 1) <= width) continue
        lines.push(cut(shaped, from, next))
        from = next
      }
    }
    end = seen
  }
  return [...lines, cut(shaped, from, end)]
}

/** Of its characters, each of which has a glyph. */
const lengthOf = (text: string) => [...text].length

function widthOf({ ends, kerns }: Measured, from: number, to: number): number {
  if (to <= from) return 0
  const before = from > 0 ? (ends[from - 1] ?? 0) + (kerns[from - 1] ?? 0) : 0
  return (ends[to - 1] ?? 0) - before
}

const cut = (shaped: Measured, from: number, to: number): Run => ({
  glyphs: shaped.glyphs.slice(from, to),
  kerns: shaped.kerns.slice(from, Math.max(from, to - 1)),
  width: widthOf(shaped, from, to),
})
