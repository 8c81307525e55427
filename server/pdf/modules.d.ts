declare module '*.ttf' {
  const path: string
  export default path
}

declare module 'fontkit' {
  type Glyph = { id: number; advanceWidth: number; path: { toSVG: () => string } }
  type Subset = { includeGlyph: (glyph: number) => number; encode: () => Uint8Array }
  export type Font = {
    unitsPerEm: number
    postscriptName: string
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
    ascent: number
    descent: number
    capHeight: number
    xHeight: number
    createSubset: () => Subset
    characterSet: number[]
    glyphForCodePoint: (code: number) => Glyph
    getGlyph: (id: number) => Glyph
    hasGlyphForCodePoint: (code: number) => boolean
    layout: (
      text: string,
      features?: undefined,
      script?: string,
    ) => { glyphs: Glyph[]; positions: { xAdvance: number }[] }
  }
  export function create(data: Uint8Array): Font
}
