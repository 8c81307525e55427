import { inflateRawSync } from 'node:zlib'

const MAX_UNPACKED = 256 * 1024 * 1024
const MAX_PARTS = 4_000
/**
 * Marks (`<`) fill memory, not bytes: sixteen million texts in half a megabyte take eight gigabytes. Sheets are read
 * row by row, some four marks a cell; other parts are held whole, at about half a kilobyte a mark.
 */
const MAX_MARKS = { sheets: 12_000_000, others: 2_000_000 }
const MAX_BESIDE = 64 * 1024 * 1024
const MAX_BETWEEN = 1024 * 1024
const MAX_WORKBOOK_ROWS = 2_500_000
const TEXTUAL = /\.(?:xml|rels)$/i
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50

/** The sizes that it declares cannot be believed. @throws `nozip` when none or broken, `toolarge` */
export function checkZipBounds(bytes: Uint8Array, most = MAX_UNPACKED): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const held = { sheets: 0, others: 0, rows: 0, beside: 0 }
  let left = most
  for (const { name, start, packed, method } of listParts(view)) {
    const data = bytes.subarray(start, start + packed)
    const part = method === 0 ? data : inflate(data, left)
    left -= part.length
    if (left < 0) throw new Error('toolarge')
    const { marks, rows, longest } = countMarks(part)
    if (longest > MAX_BETWEEN) {
      // One tag or one text of many megabytes: no cell holds so much.
      if (TEXTUAL.test(name)) throw new Error('toolarge')
      // A picture may be all one colour. But a workbook can call a part of any name its texts, so it is bounded as them.
      held.others += countBreaks(part)
    }
    const isSheet = SHEET.test(name)
    held[isSheet ? 'sheets' : 'others'] += marks
    held.rows += rows
    if (!isSheet) held.beside += part.length
    if (isTooMuch(held)) throw new Error('toolarge')
  }
}

const isTooMuch = ({
  sheets,
  others,
  rows,
  beside,
}: Record<'sheets' | 'others' | 'rows' | 'beside', number>) =>
  sheets > MAX_MARKS.sheets || others > MAX_MARKS.others || rows > MAX_WORKBOOK_ROWS || beside > MAX_BESIDE

const [OPENS, COLON, LETTER_R, LETTER_O, LETTER_W] = [...'<:row'].map((one) => one.charCodeAt(0))

function countMarks(part: Uint8Array) {
  let [marks, rows, last, longest] = [0, 0, 0, 0]
  for (let at = 0; at < part.length; at++) {
    const byte = part[at]
    if (byte === OPENS) {
      marks++
      if (at - last > longest) longest = at - last
      last = at
    } else if (byte !== COLON) continue
    if (part[at + 1] === LETTER_R && part[at + 2] === LETTER_O && part[at + 3] === LETTER_W) rows++
  }
  return { marks, rows, longest: Math.max(longest, part.length - last) }
}

function countBreaks(part: Uint8Array): number {
  let breaks = 0
  for (const byte of part) if (byte === 0x3d || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) breaks++
  return breaks
}

function inflate(data: Uint8Array, most: number): Uint8Array {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    throw new Error((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'toolarge' : 'nozip')
  }
}

type Part = { name: string; start: number; packed: number; method: number }

function listParts(view: DataView): Part[] {
  try {
    const end = findEndRecord(view)
    const many = view.getUint16(end + 10, true)
    if (many > MAX_PARTS) throw new Error('toolarge')
    const parts: Part[] = []
    let at = view.getUint32(end + 16, true)
    for (let n = 0; n < many; n++) {
      if (view.getUint32(at, true) !== ENTRY) throw new Error('nozip')
      const local = view.getUint32(at + 42, true)
      if (view.getUint32(local, true) !== LOCAL) throw new Error('nozip')
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const name = readName(view, at + 46, view.getUint16(at + 28, true))
      parts.push({
        name,
        start,
        packed: view.getUint32(at + 20, true),
        method: view.getUint16(at + 10, true),
      })
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return parts
  } catch (error) {
    if (error instanceof RangeError) throw new Error('nozip')
    throw error
  }
}

const readName = ({ buffer, byteOffset }: DataView, at: number, length: number) =>
  new TextDecoder().decode(new Uint8Array(buffer, byteOffset + at, length))

/** A comment of up to 64 kB may follow it. */
function findEndRecord(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === END) return at
  throw new Error('nozip')
}
