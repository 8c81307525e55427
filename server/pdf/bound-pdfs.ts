import { decodePDFRawStream, PDFContext, PDFDocument, PDFObjectParser, PDFRawStream } from '@cantoo/pdf-lib'

/** What may still be taken from the files of one report. */
type PdfRoom = { values: number; unpackedbytes: number; pages: number }

/** A value takes some 150 bytes of memory, whoever wrote it; a document of a thousand pages has half a million. */
export const newPdfRoom = (): PdfRoom => ({
  values: 1_000_000,
  unpackedbytes: 32 * 1024 * 1024,
  pages: 1_000,
})

class PdfTooLarge extends Error {}

let room: PdfRoom | undefined

function take(what: keyof PdfRoom, amount: number) {
  if (!room) return
  room[what] -= amount
  if (room[what] < 0) throw new PdfTooLarge(`Too many ${what}.`)
}

type Decoder = { buffer: Uint8Array; ensureBuffer(size: number): Uint8Array }

const empty = PDFRawStream.of(
  PDFContext.create().obj({ Filter: 'FlateDecode' }),
  new Uint8Array([0x78, 0x9c]),
)
// All decoders inherit from one class, which the library keeps to itself.
const decoders = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(empty))) as Decoder
const { ensureBuffer } = decoders
decoders.ensureBuffer = function (size) {
  const had = this.buffer.byteLength
  // It doubles, however little is asked for.
  if (size > had) take('unpackedbytes', Math.max(size, 2 * had) - had)
  return ensureBuffer.call(this, size)
}

const { parseObject } = PDFObjectParser.prototype
PDFObjectParser.prototype.parseObject = function (ref) {
  take('values', 1)
  return parseObject.call(this, ref)
}

/**
 * The library unpacks whatever a file says, a thousand times its size, in memory that everybody shares.
 * @throws for what is broken, closed by a password, or has no room
 */
export async function openPdf(bytes: Uint8Array, left: PdfRoom): Promise<PDFDocument> {
  room = left
  try {
    const opened = await PDFDocument.load(bytes, { updateMetadata: false })
    // The parser goes on after what it could not read.
    take('values', 0)
    take('unpackedbytes', 0)
    opened.catalog.Pages().traverse(() => take('pages', 1))
    return opened
  } finally {
    room = undefined
  }
}
