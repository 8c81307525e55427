import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { newPdfRoom, openPdf } from './bound-pdfs.ts'

/** A file to be appended, by where it lies, and which of the list of the report it is. */
export type AppendedPdf = { path: string; at: number }

/** All pages of the files that can be opened; `refused` are those that are broken, that a password closes, or that unpack to too much. */
export async function joinPdfs(files: readonly AppendedPdf[]) {
  const whole = await PDFDocument.create({ updateMetadata: false })
  const refused: AppendedPdf[] = []
  let room = newPdfRoom()
  for (const file of files)
    try {
      // What is refused leaves its room to the next.
      const left = { ...room }
      const one = await openPdf(readFileSync(file.path), left)
      for (const page of await whole.copyPages(one, one.getPageIndices())) whole.addPage(page)
      room = left
    } catch {
      refused.push(file)
    }
  return { whole, refused }
}

/** The pages of a report before all others. */
export async function putBefore(
  whole: PDFDocument,
  report: Uint8Array,
  { title, author }: { title: string; author: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const first = await PDFDocument.load(report)
  const pages = await whole.copyPages(first, first.getPageIndices())
  for (const [at, page] of pages.entries()) whole.insertPage(at, page)
  whole.setTitle(title, { showInWindowTitleBar: true })
  whole.setAuthor(author)
  whole.setProducer('Joblane')
  whole.setCreator('Joblane')
  whole.setLanguage('en-ZA')
  return new Uint8Array(await whole.save())
}
