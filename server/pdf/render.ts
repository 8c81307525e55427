import { askWorker } from './ask-worker.ts'
import type { Print } from './engine.ts'

/** The compiled program keeps its entries by their path in the project. */
const path = import.meta.file === 'render.ts' ? './worker.ts' : './server/pdf/worker.ts'
const ask = askWorker(new URL(path, import.meta.url).href, { patience: 30_000, room: 100 })

/** @throws 503 when too many wait, 500 when it cannot be made or takes longer than half a minute */
export function renderPdf(print: Print): Promise<Uint8Array<ArrayBuffer>> {
  return ask({ print })
}

/** `width` in pixels. @throws as `renderPdf` */
export function renderPreview(print: Print, { width }: { width: number }): Promise<Uint8Array<ArrayBuffer>> {
  return ask({ print, width })
}
