import PDFDocument from 'pdfkit'
import { Lru } from '#server/cache.ts'
import type { PdfDictionary, PdfFile, PdfRef, PdfValue } from './pdf-file.ts'
import { isPicture } from './picture.ts'

/** A picture as a file embeds it: its objects, which refer to each other by their place here. */
type Embedded = { width: number; height: number; turn: number; objects: Part[] }
type Part = { data: PdfDictionary; stream?: Uint8Array }

const MOST_BYTES = 16_000_000
const known = new Lru<string, Embedded>(MOST_BYTES, ({ objects }) =>
  objects.reduce((sum, { stream }) => sum + (stream?.length ?? 100), 0),
)

/** As it is stored; `turn` is its EXIF orientation, 1 for upright. */
export type PdfImage = { ref: PdfRef; width: number; height: number; turn: number }

/** Undefined for what is no PNG or JPEG. pdfkit reads it, once: the logo of a business stands on all its documents. */
export async function embedImage(file: PdfFile, bytes: Uint8Array): Promise<PdfImage | undefined> {
  if (!isPicture(bytes)) return
  const key = new Bun.CryptoHasher('sha256').update(bytes).digest('base64url')
  const image = known.get(key) ?? (await readImage(bytes))
  known.set(key, image)
  const refs = image.objects.map(() => file.reserve())
  for (const [at, { data, stream }] of image.objects.entries())
    file.put(refs[at] as PdfRef, placed(data, refs) as PdfDictionary, stream)
  const { width, height, turn } = image
  return { ref: refs[0] as PdfRef, width, height, turn }
}

const isPart = (value: object): value is { at: number } => 'at' in value

function placed(value: PdfValue | { at: number } | undefined, refs: readonly PdfRef[]): PdfValue | undefined {
  if (Array.isArray(value)) return value.map((each) => placed(each, refs) as PdfValue)
  if (typeof value !== 'object') return value as PdfValue | undefined
  if (isPart(value)) return refs[value.at as number]
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, placed(each as PdfValue, refs)]),
  )
}

type Read = { width: number; height: number; orientation?: number; embed: (file: object) => void }
const { openImage } = PDFDocument.prototype as unknown as { openImage: (this: object, bytes: Buffer) => Read }

function readImage(bytes: Uint8Array): Promise<Embedded> {
  const image = openImage.call({ _imageRegistry: {}, _imageCount: 0 }, Buffer.from(bytes))
  const objects: Part[] = []
  return new Promise((resolve, reject) => {
    // Stands for the document: the first object is the picture, which is ended last.
    const ref = (data: Record<string, PdfValue> = {}) => {
      const at = objects.length
      const part: Part = { data }
      objects.push(part)
      const end = (stream?: Uint8Array) => {
        part.stream = stream && new Uint8Array(stream)
        const { width, height, orientation: turn = 1 } = image
        if (at === 0) resolve({ width, height, turn, objects })
      }
      return { at, data, end }
    }
    try {
      image.embed({ ref })
    } catch (error) {
      reject(error)
    }
  })
}
