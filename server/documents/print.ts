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

/** Each as `print` makes it, all or none. @throws as `renderPdf` */
export function printMany(
  files: FileStore,
  requester: Requester,
  printables: readonly PrintableDocument[],
): Promise<Uint8Array[]> {
  const readLogo = openLogos(files, requester)
  return renderPdfs(
    requester,
    printables.map((printable) => withLogo(printable, readLogo)),
  )
}

type Titled = { title: string; author: string }

/** In one PDF. @throws as `renderPdf` */
export function printTogether(
  files: FileStore,
  requester: Requester,
  printables: readonly PrintableDocument[],
  about: Titled,
): Promise<Uint8Array> {
  const readLogo = openLogos(files, requester)
  const sources = printables.map((printable) => withLogo(printable, readLogo))
  return renderPdf(requester, { document: 'together', ...about, sources })
}

/** A logo that documents share is read once. */
function openLogos(files: FileStore, { accountid }: Requester) {
  const logos = new Map<string, ReturnType<FileStore['read']>>()
  return (logofile: string) => {
    if (!logos.has(logofile)) logos.set(logofile, files.read(accountid, logofile))
    return logos.get(logofile)
  }
}

function withLogo(
  { document, data }: PrintableDocument,
  read: (logofile: string) => ReturnType<FileStore['read']> | undefined,
): PdfDocument {
  const { logofile, ...organisation } = data.organisation
  const logo = (logofile && read(logofile)) || undefined
  return { document, data: { ...data, organisation: { ...organisation, logo } } } as PdfDocument
}
