import type { Requester } from '#server/fair-queue.ts'
import type { FileStore } from '#server/files.ts'
import type { PdfDocument } from '#server/pdf/engine.ts'
import { renderPdf, renderPdfs, renderPreview } from '#server/pdf/render.ts'
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
  printable: PrintableDocument,
  width?: number,
): Promise<Uint8Array> {
  const whole = withLogo(printable, (logofile) => files.read(requester.accountid, logofile))
  return width === undefined ? renderPdf(requester, whole) : renderPreview(requester, whole, { width })
}

/** Each as `print` makes it, all or none: a logo that they share is read once. @throws as `renderPdf` */
export function printMany(
  files: FileStore,
  requester: Requester,
  printables: readonly PrintableDocument[],
): Promise<Uint8Array[]> {
  const logos = new Map<string, ReturnType<FileStore['read']>>()
  const readLogo = (logofile: string) => {
    if (!logos.has(logofile)) logos.set(logofile, files.read(requester.accountid, logofile))
    return logos.get(logofile)
  }
  return renderPdfs(
    requester,
    printables.map((printable) => withLogo(printable, readLogo)),
  )
}

function withLogo(
  { document, data }: PrintableDocument,
  read: (logofile: string) => ReturnType<FileStore['read']> | undefined,
): PdfDocument {
  const { logofile, ...organisation } = data.organisation
  const logo = (logofile && read(logofile)) || undefined
  return { document, data: { ...data, organisation: { ...organisation, logo } } } as PdfDocument
}
