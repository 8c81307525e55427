import type { AppendedPdf } from './append-pdfs.ts'
import type { PdfSource } from './engine.ts'

/** `width` in pixels: the first page as PNG; `append`: files behind a report. */
export type PdfRequest = { source: PdfSource; width?: number; append?: readonly AppendedPdf[] }

/** One after another, all or none. */
export type PdfsRequest = { sources: readonly PdfSource[] }

export type Bytes = Uint8Array<ArrayBuffer>
export type PdfReply = { ready: true } | { bytes: Bytes } | { each: Bytes[] } | { error: string }
