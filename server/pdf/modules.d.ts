declare module '*.ttf' {
  const path: string
  export default path
}

declare module 'fontkit' {
  type Glyph = { id: number; advanceWidth: number; path: { toSVG: () => string } }
  export type Font = {
    unitsPerEm: number
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
