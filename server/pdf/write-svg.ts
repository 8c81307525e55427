import type { PageSize } from '#views/documents/parts.tsx'
import { type Face, regular, semibold } from './fonts.ts'
import { pdfPictureType } from './picture.ts'
import type { GraphicsElement, PdfPage } from './template.ts'

/** Letters as outlines: a binary's font files cannot be opened by the rasteriser. */
export function writeSvg(page: PdfPage, { width, height }: PageSize): string {
  const elements = page.flatMap((band) => band.elements.map((element) => drawElement(element, band.y)))
  const ground = `<rect width="${width}" height="${height}" fill="#fff"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}${elements.join('')}</svg>`
}

function drawElement(element: GraphicsElement, by: number): string {
  if (element.kind === 'text') return outlines(element, by, element.bold ? semibold : regular)
  const box = `x="${element.x}" y="${element.y + by}" width="${element.width}" height="${element.height}"`
  if (element.kind === 'rect') return `<rect ${box} fill="${element.colour}"/>`
  const type = pdfPictureType(element.bytes)
  const anchor = element.align === 'right' ? 'xMaxYMid' : 'xMinYMid'
  const data = Buffer.from(element.bytes).toString('base64')
  return type ? `<image ${box} preserveAspectRatio="${anchor}" href="data:${type};base64,${data}"/>` : ''
}

function outlines(
  { x, y, size, colour, run }: GraphicsElement & { kind: 'text' },
  by: number,
  { font }: Face,
): string {
  const scale = size / font.unitsPerEm
  let left = 0
  const paths = run.glyphs.map((id, index) => {
    const glyph = font.getGlyph(id)
    const path = `<path transform="translate(${left})" d="${glyph.path.toSVG()}"/>`
    left += glyph.advanceWidth + ((run.kerns[index] ?? 0) * font.unitsPerEm) / 1000
    return path
  })
  return `<g fill="${colour}" transform="translate(${x} ${y + by}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}
