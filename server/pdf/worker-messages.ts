import type { PdfSource } from './engine.ts'

/** `width` in pixels: the first page as PNG. */
export type PdfQuestion = { source: PdfSource; width?: number }

export type PdfAnswer = { ready: true } | { bytes: Uint8Array<ArrayBuffer> } | { error: string }
