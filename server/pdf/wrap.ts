import type { Face } from './fonts.ts'
import type { Run } from './template.ts'

/** `width` in thousandths of the font size. No text is no line; an empty line between two others stays. */
export function wrapText(text: string, width: number, face: Face): Run[] {
  if (text === '') return []
  const printable = face.printable(text)
  const whole = printable.includes('\n') ? undefined : face.shape(printable)
  if (whole && whole.width <= width) return [whole]
  return printable.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, face))
}

const breaks = /(?<=[ \u2013\u2014])(?=[^ ])|(?<=\p{L}[-/])(?=\p{L})/u

function wrapParagraph(paragraph: string, width: number, face: Face): Run[] {
  const lines: Run[] = []
  let line = ''
  for (const word of paragraph.trimEnd().split(breaks)) {
    if (fits(line + word, width, face)) {
      line += word
      continue
    }
    if (line) lines.push(face.shape(line.trimEnd()))
    const pieces = chop(word, width, face)
    line = pieces.pop() ?? ''
    lines.push(...pieces.map(face.shape))
  }
  return [...lines, face.shape(line.trimEnd())]
}

function chop(word: string, width: number, face: Face): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece && !fits(piece + character, width, face)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

function fits(text: string, width: number, face: Face): boolean {
  return face.shape(text.trimEnd()).width <= width
}
