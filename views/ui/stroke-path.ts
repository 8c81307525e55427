type Point = readonly [x: number, y: number, ...rest: number[]]

/** The `d` of an SVG path through these points. */
export const strokePath = ([first, ...rest]: readonly Point[]): string =>
  first ? `M${first[0]} ${first[1]}${rest.map(([x, y]) => `L${x} ${y}`).join('')}` : ''
