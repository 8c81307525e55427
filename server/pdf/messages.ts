import type { Print } from './engine.ts'

/** `width` in pixels: the first page as PNG. */
export type Question = { print: Print; width?: number }

export type Answer = { ready: true } | { bytes: Uint8Array<ArrayBuffer> } | { error: string }
