import type { ResvgRenderOptions } from '@resvg/resvg-js'

/** As PNG. Its texts are not drawn. @throws when it is no SVG */
export function drawSvg(
  svg: string | Buffer,
  options: Pick<ResvgRenderOptions, 'fitTo' | 'background'> = {},
): Uint8Array<ArrayBuffer> {
  // Loaded by who draws: machine code of 4 MB, which the one binary puts on the disk before.
  const { Resvg } = require('@resvg/resvg-js') as typeof import('@resvg/resvg-js')
  return new Uint8Array(new Resvg(svg, { ...options, font: { loadSystemFonts: false } }).render().asPng())
}
