import encodeQR from 'qr'
import type { GraphicsElement } from './template.ts'

// A QR code needs four modules of nothing around it to be found.
const QUIET = 4

/** Rectangles are sharp at any size, and small in the file. */
export function qrElements(
  code: string,
  { x, y, side }: { x: number; y: number; side: number },
): GraphicsElement[] {
  const modules = encodeQR(code, 'raw', { ecc: 'medium', border: QUIET })
  const unit = side / modules.length
  return modules.flatMap((row, line) => {
    const elements: GraphicsElement[] = []
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue
      let to = from
      while (row[to + 1]) to++
      elements.push({
        kind: 'rect',
        x: x + from * unit,
        y: y + line * unit,
        width: (to - from + 1) * unit,
        height: unit,
        colour: '#000000',
      })
      from = to
    }
    return elements
  })
}
