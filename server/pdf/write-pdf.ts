import PDFDocument from 'pdfkit'
import type { PageSize } from '#views/documents/parts.tsx'
import { type Face, regular, semibold } from './fonts.ts'
import { isPicture } from './picture.ts'
import type { GraphicsElement, PdfPage, Run } from './template.ts'

type PdfProperties = { paper: PageSize; title: string; author: string }

/** The page operators are written here, one text object a page: pdfkit's text call shapes every word anew. */
export async function writePdf(
  pages: PdfPage[],
  { paper, title, author }: PdfProperties,
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = new PDFDocument({
    autoFirstPage: false,
    // Else Helvetica's tables are read for nothing, from files that a compiled program does not have.
    font: '',
    size: [paper.width, paper.height],
    margin: 0,
    lang: 'en-ZA',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Joblane', Producer: 'Joblane' },
  })
  const chunks: Uint8Array[] = []
  const done = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject))
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const fonts = [embedFont(doc, regular), embedFont(doc, semibold)] as const
  for (const page of pages) drawPage(doc, page, fonts)
  doc.end()
  await done
  return new Uint8Array(Buffer.concat(chunks))
}

type Pdf = PDFKit.PDFDocument
type Fonts = readonly [Embedded, Embedded]

type Embedded = {
  id: string
  subset: { includeGlyph: (glyph: number) => number }
  widths: number[]
  unicode: number[][]
  scale: number
  ref: () => unknown
  face: Face
  codes: string[]
}

function embedFont(doc: Pdf, face: Face): Embedded {
  doc.font(face.font as never)
  return Object.assign((doc as unknown as { _font: Embedded })._font, { face, codes: [] })
}

function drawPage(doc: Pdf, page: PdfPage, fonts: Fonts) {
  doc.addPage()
  const { page: sheet } = doc as unknown as {
    page: { fonts: Record<string, unknown>; write: (text: string) => void }
  }
  for (const font of fonts) sheet.fonts[font.id] = font.ref()
  const rectangles: string[] = []
  const letters: string[] = []
  const state = { ink: '' }
  for (const { y, elements } of page) {
    for (const element of elements) {
      if (element.kind === 'text') letters.push(drawText(element, y, fonts, state))
      else if (element.kind === 'rect') rectangles.push(rectangle(element, y))
      else drawImage(doc, element, y)
    }
  }
  sheet.write(`${rectangles.join('\n')}\nBT\n${letters.join('\n')}\nET`)
}

function drawImage(
  doc: Pdf,
  { x, y, width, height, bytes, align }: GraphicsElement & { kind: 'image' },
  by: number,
) {
  if (!isPicture(bytes)) return
  doc.image(Buffer.from(bytes), x, y + by, {
    fit: [width, height],
    align: align as 'right',
    valign: 'center',
  })
}

function rectangle({ x, y, width, height, colour }: GraphicsElement & { kind: 'rect' }, by: number): string {
  return `${paint(colour)} ${figure(x)} ${figure(y + by)} ${figure(width)} ${figure(height)} re f`
}

function drawText(
  element: GraphicsElement & { kind: 'text' },
  by: number,
  fonts: Fonts,
  state: { ink: string },
): string {
  const font = fonts[element.bold ? 1 : 0]
  const ink = `${paint(element.colour)} /${font.id} ${figure(element.size)} Tf\n`
  const change = ink === state.ink ? '' : ink
  state.ink = ink
  // The page's y axis points down, so letters are turned back.
  return `${change}1 0 0 -1 ${figure(element.x)} ${figure(element.y + by)} Tm ${showText(element.run, font)}`
}

function showText({ glyphs, kerns }: Run, font: Embedded): string {
  let text = '[<'
  for (let i = 0; i < glyphs.length; i++) {
    text += glyphCode(glyphs[i] ?? 0, font)
    const kern = kerns[i]
    if (kern) text += `>${Math.round(-kern)}<`
  }
  return `${text}>]TJ`
}

function glyphCode(glyph: number, font: Embedded): string {
  return font.codes[glyph] ?? include(glyph, font)
}

function include(glyph: number, font: Embedded): string {
  const id = font.subset.includeGlyph(glyph)
  font.widths[id] ??= font.face.font.getGlyph(glyph).advanceWidth * font.scale
  font.unicode[id] ??= [font.face.characterOf(glyph)]
  const code = id.toString(16).padStart(4, '0')
  font.codes[glyph] = code
  return code
}

function paint(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    figure(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return `${red} ${green} ${blue} rg`
}

function figure(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
