import type { PdfSource } from './engine.ts'

/** `width` in pixels: the first page as PNG. */
export type PdfRequest = { source: PdfSource; width?: number }

export type PdfReply = { ready: true } | { bytes: Uint8Array<ArrayBuffer> } | { error: string }
