import type { Requester } from '#server/fair-queue.ts'
import type { FileStore } from '#server/files.ts'
import type { PdfDocument } from '#server/pdf/engine.ts'
import { renderPdf, renderPreview } from '#server/pdf/render.ts'
import type { Printable } from './parties.ts'

export type PrintableDocument = {
  [One in PdfDocument as One['document']]: {
    document: One['document']
    data: Printable<One['data']>
  }
}[PdfDocument['document']]

/** `width`: a PNG of the first page. A logo whose file is gone is left out. @throws as `renderPdf` */
export function print(
  files: FileStore,
  requester: Requester,
  { document, data }: PrintableDocument,
  width?: number,
): Promise<Uint8Array> {
  const { logofile, ...organisation } = data.organisation
  const logo = (logofile && files.read(requester.accountid, logofile)) || undefined
  const whole = { document, data: { ...data, organisation: { ...organisation, logo } } } as PdfDocument
  return width === undefined ? renderPdf(requester, whole) : renderPreview(requester, whole, { width })
}
