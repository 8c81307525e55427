import { type Face, regular, semibold } from './fonts.ts'
import { deflated, type PdfFile, type PdfRef } from './pdf-file.ts'
import type { GraphicsElement, PdfPage } from './template.ts'

/** Some letters of a face as a file embeds them; made once for the usual ones. */
export type Subset = {
  face: Face
  /** The code of a glyph in a page's text, in hexadecimal. */
  codes: (string | undefined)[]
  file: Uint8Array
  unicode: Uint8Array
  widths: number[]
}

/** The letters of nearly every document: those of English, Afrikaans, Sesotho, Tshivenda and their neighbours. */
const USUAL = Array.from({ length: 0x5f }, (_, at) => String.fromCodePoint(0x20 + at))
  .join('')
  .concat('\u00a0·–—−‘’“”•…×©®°²³½□áäéèêëíîïóôöúûüšṱḓḽṅṋÁÉÈÊËÍÎÏÓÔÖÚÛÜŠṰḒḼṄṊ')
const usualCodes = [...USUAL].map((letter) => letter.codePointAt(0) ?? 0)

const usual = new Map<Face, Subset>()

function usualSubset(face: Face): Subset {
  const known = usual.get(face)
  if (known) return known
  const glyphs = usualCodes
    .filter((code) => face.font.hasGlyphForCodePoint(code))
    .map((code) => face.font.glyphForCodePoint(code).id)
  const made = makeSubset(face, glyphs)
  usual.set(face, made)
  return made
}

/** Of both faces what the pages need: to cut a face anew takes longer than all the rest of a document. */
export const findSubsets = (pages: readonly PdfPage[]): readonly [Subset, Subset] => [
  subsetFor(regular, pages, false),
  subsetFor(semibold, pages, true),
]

function subsetFor(face: Face, pages: readonly PdfPage[], bold: boolean): Subset {
  const subset = usualSubset(face)
  const others = new Set<number>()
  for (const page of pages)
    for (const { elements } of page) for (const element of elements) addOthers(others, element, bold, subset)
  return others.size > 0 ? makeSubset(face, [...glyphsOf(pages, bold)]) : subset
}

function addOthers(others: Set<number>, element: GraphicsElement, bold: boolean, { codes }: Subset) {
  if (element.kind !== 'text' || element.bold !== bold) return
  for (const glyph of element.run.glyphs) if (codes[glyph] === undefined) others.add(glyph)
}

const glyphsOf = (pages: readonly PdfPage[], bold: boolean) =>
  new Set(
    pages.flatMap((page) =>
      page.flatMap(({ elements }) =>
        elements.flatMap((element) =>
          element.kind === 'text' && element.bold === bold ? element.run.glyphs : [],
        ),
      ),
    ),
  )

function makeSubset(face: Face, glyphs: readonly number[]): Subset {
  const { font } = face
  const cut = font.createSubset()
  const codes: (string | undefined)[] = []
  const letters = [0]
  const widths = [font.getGlyph(0).advanceWidth]
  for (const glyph of new Set(glyphs)) {
    const id = cut.includeGlyph(glyph)
    codes[glyph] = toHex(id)
    letters[id] = glyph === 0 ? 0xfffd : face.characterOf(glyph)
    widths[id] = font.getGlyph(glyph).advanceWidth
  }
  const scale = 1000 / font.unitsPerEm
  return {
    face,
    codes,
    file: deflated(cut.encode()),
    unicode: deflated(unicodeMap(letters)),
    widths: widths.map((width) => Math.round(width * scale * 100) / 100),
  }
}

const toHex = (value: number) => value.toString(16).padStart(4, '0')

/** A range may hold no more. */
const RANGE = 100

function unicodeMap(letters: readonly number[]): string {
  const ranges: string[] = []
  for (let from = 0; from < letters.length; from += RANGE) {
    const some = letters.slice(from, from + RANGE)
    const texts = some.map(
      (code) => `<${Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex')}>`,
    )
    ranges.push(
      `1 beginbfrange\n<${toHex(from)}> <${toHex(from + some.length - 1)}> [${texts.join(' ')}]\nendbfrange`,
    )
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${ranges.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`
}

/** Six letters before the name say that it is a part of the face. */
const TAG = 'JOBLAN'

export function embedFont(file: PdfFile, { face: { font }, file: cut, unicode, widths }: Subset): PdfRef {
  const name = `${TAG}+${font.postscriptName}`
  const scale = 1000 / font.unitsPerEm
  const { minX, minY, maxX, maxY } = font.bbox
  const descriptor = file.add({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: [minX, minY, maxX, maxY].map((edge) => edge * scale),
    ItalicAngle: 0,
    Ascent: font.ascent * scale,
    Descent: font.descent * scale,
    CapHeight: font.capHeight * scale,
    XHeight: font.xHeight * scale,
    StemV: 0,
    FontFile2: file.add({ Filter: 'FlateDecode' }, cut),
  })
  const descendant = file.add({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: { raw: '(Adobe)' }, Ordering: { raw: '(Identity)' }, Supplement: 0 },
    FontDescriptor: descriptor,
    W: [0, widths],
    CIDToGIDMap: 'Identity',
  })
  return file.add({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: file.add({ Filter: 'FlateDecode' }, unicode),
  })
}
