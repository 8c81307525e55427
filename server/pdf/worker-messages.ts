import type { AppendedPdf } from './append-pdfs.ts'
import type { PdfSource } from './engine.ts'

/** `width` in pixels: the first page as PNG; `append`: files behind a report. */
export type PdfRequest = { source: PdfSource; width?: number; append?: readonly AppendedPdf[] }

export type PdfReply = { ready: true } | { bytes: Uint8Array<ArrayBuffer> } | { error: string }
