import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type Word = { text: string; x: number; y: number; width: number; size: number }
export type ReadPage = { width: number; height: number; words: Word[]; text: string }

/** What a reader's own software finds in a PDF: words with their places (points, from the top) and plain text. */
export async function readPdf(
  bytes: Uint8Array,
): Promise<{ title: string; pages: ReadPage[]; text: string }> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0 })
  const pdf = await task.promise
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(numbers.map((number) => readPage(pdf, number)))
  const { info } = await pdf.getMetadata()
  await task.destroy()
  return {
    title: String((info as { Title?: string }).Title),
    pages,
    text: pages.map((page) => page.text).join('\n'),
  }
}

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>

async function readPage(pdf: Pdf, number: number): Promise<ReadPage> {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent({ disableNormalization: true })
  const words = items.flatMap((item) => {
    if (!('str' in item) || !item.str.trim()) return []
    const [size, , , , x, y] = item.transform as [number, number, number, number, number, number]
    return [{ text: plain(item.str), x, y: height - y, width: item.width, size }]
  })
  return { width, height, words, text: words.map((word) => word.text).join('\n') }
}

/** No-break spaces as spaces: the tests care for words. */
export const plain = (text: string) => text.replaceAll('\u00a0', ' ')
