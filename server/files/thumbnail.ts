import { drawSvg } from '#server/draw-svg.ts'
import { measurePicture } from './picture.ts'

/** Longest side of a thumbnail in pixels: twice what the panel shows, for sharp screens. */
const SIDE = 192

/** In this thread; a server asks `thumbnails.ts`. @throws when the picture is broken */
export function makeThumbnail(bytes: Uint8Array, media: string): Uint8Array<ArrayBuffer> {
  const size = measurePicture(bytes)
  if (!size) throw new Error('The picture has no header.')
  const scale = Math.min(1, SIDE / Math.max(size.width, size.height))
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const [across, down] = size.turn > 4 ? [height, width] : [width, height]
  const link = `data:${media};base64,${Buffer.from(bytes).toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">
    <g transform="${upright(size.turn, width, height)}">
      <image href="${link}" width="${width}" height="${height}" preserveAspectRatio="none"/>
    </g></svg>`
  return drawSvg(svg)
}

/** The eight EXIF orientations as SVG matrices, for an image of this size. */
function upright(turn: number, width: number, height: number): string {
  const matrices: Record<number, string> = {
    2: `-1 0 0 1 ${width} 0`,
    3: `-1 0 0 -1 ${width} ${height}`,
    4: `1 0 0 -1 0 ${height}`,
    5: '0 1 1 0 0 0',
    6: `0 1 -1 0 ${height} 0`,
    7: `0 -1 -1 0 ${height} ${width}`,
    8: `0 -1 1 0 0 ${width}`,
  }
  return `matrix(${matrices[turn] ?? '1 0 0 1 0 0'})`
}
