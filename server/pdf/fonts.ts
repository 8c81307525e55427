import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import regularFile from '#views/styles/fonts/pdf/inter-regular.ttf' with { type: 'file' }
import semiboldFile from '#views/styles/fonts/pdf/inter-semibold.ttf' with { type: 'file' }
import type { Run } from './template.ts'

/** `data` for the layout, `font` for the writer, `shape` for both. */
export type Face = {
  data: Buffer
  font: Font
  /** Width in thousandths of the font size, kerned; that up to each glyph goes into `ends`. */
  shape: (text: string, ends?: number[]) => Run
  /** A hollow square for what no page can show; invisible characters are dropped. */
  printable: (text: string) => string
  /** Where two share a glyph (a space and a no-break space), the first. */
  characterOf: (glyph: number) => number
}

export const regular = face(regularFile)
export const semibold = face(semiboldFile)

function face(path: string): Face {
  const data = readFileSync(path)
  const font = create(data)
  return { data, font, shape: shaper(font), printable: printer(font), characterOf: reader(font) }
}

/** The document fonts carry pair kerning alone; a table of pairs is twenty times quicker than asking for every word. */
function shaper(font: Font): Face['shape'] {
  const scale = 1000 / font.unitsPerEm
  const glyphOf = remember((code: number) => font.glyphForCodePoint(code).id)
  const advanceOf = remember((glyph: number) => font.getGlyph(glyph).advanceWidth * scale)
  /** By the glyph on the left, then the one on the right: plain lists, since every letter is looked up. */
  const kernings: (number | undefined)[][] = []

  function kerning(row: (number | undefined)[], glyph: number, left: number, right: number): number {
    // Without a script named, fontkit applies the kerning of spaces and points twice.
    const { positions, glyphs } = font.layout(String.fromCodePoint(left, right), undefined, 'latn')
    const kern = ((positions[0]?.xAdvance ?? 0) - (glyphs[0]?.advanceWidth ?? 0)) * scale
    row[glyph] = kern
    return kern
  }

  return (text, ends) => {
    const glyphs: number[] = []
    const kerns: number[] = []
    let width = 0
    let left = -1
    let row: (number | undefined)[] = []
    for (let i = 0; i < text.length; i++) {
      const code = text.codePointAt(i) ?? 0
      if (code > 0xffff) i++
      const glyph = glyphOf(code)
      if (left >= 0) {
        const kern = row[glyph] ?? kerning(row, glyph, left, code)
        kerns.push(kern)
        width += kern
      }
      glyphs.push(glyph)
      width += advanceOf(glyph)
      ends?.push(width)
      row = kernings[glyph] ??= []
      left = code
    }
    return { glyphs, kerns, width }
  }
}

function reader(font: Font): Face['characterOf'] {
  let characters: Map<number, number> | undefined
  const read = () => {
    const pairs = font.characterSet.map((code) => [font.glyphForCodePoint(code).id, code] as const)
    return new Map(pairs.sort((a, b) => b[1] - a[1]))
  }
  return (glyph) => {
    characters ??= read()
    return characters.get(glyph) ?? 0xfffd
  }
}

function remember(find: (key: number) => number): (key: number) => number {
  const known: (number | undefined)[] = []
  return (key) => {
    const value = known[key] ?? find(key)
    known[key] = value
    return value
  }
}

const clusters = new Intl.Segmenter()
const plain = /^[\n\x20-\x7e\u00a0-\u00ac\u00ae-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/
const invisible = /\p{Cc}|\p{Cf}|[\ufe00-\ufe0f]/gu
const missing = '\u25a1'

function printer(font: Font): Face['printable'] {
  const shown = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  const cluster = (text: string) => {
    if (text === '\n') return text
    // An accent that cannot be set is dropped, so that its letter still reads.
    const parts = [...text.replace(invisible, '')].filter((part) => shown(part) || !/\p{M}/u.test(part))
    return parts.every(shown) ? parts.join('') : missing
  }
  return (text) => {
    if (plain.test(text)) return text
    const tidy = text
      .replace(/\r\n?|\u2028|\u2029/g, '\n')
      .replaceAll('\t', ' ')
      .normalize('NFC')
    return Array.from(clusters.segment(tidy), ({ segment }) => cluster(segment)).join('')
  }
}
