type Point = readonly [x: number, y: number, ...rest: number[]]

/** The `d` of an SVG path through these points. */
export const strokePath = ([first, ...rest]: readonly Point[]): string =>
  first ? `M${first[0]} ${first[1]}${rest.map(([x, y]) => `L${x} ${y}`).join('')}` : ''

/** In CSS pixels. Shorter than this, all strokes together are a slip of the finger. */
const LEAST_INK = 20

export const NO_INK = 'has hardly any ink. Draw it again, or clear it.'

export const hasInk = (strokes: readonly (readonly Point[])[]) =>
  strokes.reduce((sum, stroke) => sum + inkLength(stroke), 0) >= LEAST_INK

const inkLength = (stroke: readonly Point[]) =>
  stroke.slice(1).reduce((sum, [x, y], at) => {
    const [beforex, beforey] = stroke[at] as Point
    return sum + Math.hypot(x - beforex, y - beforey)
  }, 0)
