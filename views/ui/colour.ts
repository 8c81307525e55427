import type { CSSProperties } from 'react'

export function safeColour(colour: string | null | undefined): string | undefined {
  return colour && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) ? colour : undefined
}

export function dotStyle(colour: string | null | undefined): CSSProperties | undefined {
  const safe = safeColour(colour)
  return safe ? ({ '--dot': safe } as CSSProperties) : undefined
}

/** A hue in degrees that a name always gets again (FNV-1a), 24 apart at least, for what needs telling apart by colour. */
export function nameHue(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name.trim().toLowerCase())
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return ((hash >>> 4) % 15) * 24
}
