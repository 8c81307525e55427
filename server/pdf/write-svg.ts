import type { PageSize } from '#views/documents/parts.tsx'
import { type Face, regular, semibold } from './fonts.ts'
import { pdfPictureType } from './picture.ts'
import type { Mark, PdfPage } from './template.ts'

/** Letters as outlines: a binary's font files cannot be opened by the rasteriser. */
export function writeSvg(page: PdfPage, { width, height }: PageSize): string {
  const marks = page.flatMap((strip) => strip.marks.map((mark) => drawMark(mark, strip.y)))
  const ground = `<rect width="${width}" height="${height}" fill="#fff"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}${marks.join('')}</svg>`
}

function drawMark(mark: Mark, by: number): string {
  if (mark.kind === 'text') return outlines(mark, by, mark.bold ? semibold : regular)
  const box = `x="${mark.x}" y="${mark.y + by}" width="${mark.width}" height="${mark.height}"`
  if (mark.kind === 'rect') return `<rect ${box} fill="${mark.colour}"/>`
  const type = pdfPictureType(mark.bytes)
  const anchor = mark.align === 'right' ? 'xMaxYMid' : 'xMinYMid'
  const data = Buffer.from(mark.bytes).toString('base64')
  return type ? `<image ${box} preserveAspectRatio="${anchor}" href="data:${type};base64,${data}"/>` : ''
}

function outlines({ x, y, size, colour, run }: Mark & { kind: 'text' }, by: number, { font }: Face): string {
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
