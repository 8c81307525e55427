/** Another object of the same file. */
export type PdfRef = { ref: number }
/** A text is a name; `raw` is written as it stands. */
export type PdfValue =
  | number
  | boolean
  | string
  | PdfRef
  | { raw: string }
  | readonly PdfValue[]
  | { readonly [name: string]: PdfValue | undefined }
export type PdfDictionary = { readonly [name: string]: PdfValue | undefined }

function toPdf(value: PdfValue): string {
  if (typeof value === 'string') return `/${value}`
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(toPdf).join(' ')}]`
  const { ref, raw } = value as { ref?: number; raw?: string }
  if (ref !== undefined) return `${ref} 0 R`
  if (raw !== undefined) return raw
  const entries = Object.entries(value as PdfDictionary).flatMap(([name, each]) =>
    each === undefined ? [] : `/${name} ${toPdf(each)}`,
  )
  return `<<${entries.join('\n')}>>`
}

const isList = (value: object): value is readonly PdfValue[] => Array.isArray(value)

/** Of a title or a name, in the one encoding that holds every letter. */
export const pdfText = (text: string): PdfValue => ({
  raw: `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
})

/** As zlib writes it: libdeflate, which is twice as quick for the same length, leaves out the head and the checksum. */
export function deflated(text: string | Uint8Array): Uint8Array {
  const data = typeof text === 'string' ? Buffer.from(text, 'latin1') : new Uint8Array(text)
  const packed = Bun.deflateSync(data, { level: 6, library: 'libdeflate' })
  const bytes = Buffer.alloc(packed.length + 6)
  bytes.writeUInt16BE(0x789c)
  bytes.set(packed, 2)
  bytes.writeUInt32BE(Bun.hash.adler32(data), packed.length + 2)
  return bytes
}

/** The objects of a file, each known by its number, the first of which is 1. */
export function createPdfFile() {
  const objects: Uint8Array[] = []
  const add = (dictionary: PdfDictionary, stream?: Uint8Array): PdfRef => {
    const ref = reserve()
    put(ref, dictionary, stream)
    return ref
  }
  const reserve = (): PdfRef => ({ ref: objects.push(new Uint8Array()) })
  const put = ({ ref }: PdfRef, dictionary: PdfDictionary, stream?: Uint8Array) => {
    const head = toPdf(stream ? { ...dictionary, Length: stream.length } : dictionary)
    objects[ref - 1] = stream
      ? Buffer.concat([
          Buffer.from(`${ref} 0 obj\n${head}\nstream\n`, 'latin1'),
          stream,
          Buffer.from('\nendstream\nendobj\n'),
        ])
      : Buffer.from(`${ref} 0 obj\n${head}\nendobj\n`, 'latin1')
  }
  return {
    add,
    reserve,
    put,
    /** The whole file, whose catalogue and description are the two. */
    bytes: (root: PdfRef, info: PdfRef) => joinObjects(objects, root, info),
  }
}

export type PdfFile = ReturnType<typeof createPdfFile>

// The second line says that the file is not all text.
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')

function joinObjects(objects: readonly Uint8Array[], root: PdfRef, info: PdfRef): Uint8Array<ArrayBuffer> {
  let at = HEADER.length
  const places = objects.map(({ length }) => {
    const place = at
    at += length
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const trailer = toPdf({ Size: size, Root: root, Info: info })
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`
  const bytes = new Uint8Array(at + end.length)
  bytes.set(HEADER)
  objects.reduce((place, object) => {
    bytes.set(object, place)
    return place + object.length
  }, HEADER.length)
  bytes.set(Buffer.from(end, 'latin1'), at)
  return bytes
}
