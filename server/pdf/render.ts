import { askWorker } from './ask-worker.ts'
import type { Print } from './engine.ts'

/** The compiled program keeps its entries by their path in the project. */
const path = import.meta.file === 'render.ts' ? './worker.ts' : './server/pdf/worker.ts'
const ask = askWorker(new URL(path, import.meta.url).href, { patience: 30_000, room: 100 })

/**
 * Makes a PDF in the worker. Refuses with 503 when too many wait already, with 500 when the document cannot be made,
 * takes longer than half a minute or kills the worker; the next one gets a new worker.
 */
export function renderPdf(print: Print): Promise<Uint8Array<ArrayBuffer>> {
  return ask({ print })
}

/** Makes a PNG of the first page, `width` pixels wide; refuses as `renderPdf` does. */
export function renderPreview(print: Print, { width }: { width: number }): Promise<Uint8Array<ArrayBuffer>> {
  return ask({ print, width })
}
