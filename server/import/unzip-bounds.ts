import { inflateRawSync } from 'node:zlib'

/** What a workbook may weigh once it is unpacked, all parts together, and how many parts it may have. */
const MOST_UNPACKED = 256 * 1024 * 1024
const MOST_PARTS = 4_000

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50

/**
 * Unpacks every part of a ZIP once, bounded, and keeps nothing: what it says of its sizes is not believed. The
 * reader behind it then cannot be made to fill the memory.
 * @throws with one word: `nozip` when it is none or broken, `toolarge` when it holds more than `most` bytes
 */
export function checkBounds(bytes: Uint8Array, most = MOST_UNPACKED): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = most
  for (const { start, packed, method } of partsOf(view)) {
    const data = bytes.subarray(start, start + packed)
    const size = method === 0 ? data.length : inflated(data, left)
    left -= size
    if (left < 0) throw new Error('toolarge')
  }
}

function inflated(data: Uint8Array, most: number): number {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    throw new Error((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'toolarge' : 'nozip')
  }
}

type Part = { start: number; packed: number; method: number }

function partsOf(view: DataView): Part[] {
  try {
    const end = endOf(view)
    const many = view.getUint16(end + 10, true)
    if (many > MOST_PARTS) throw new Error('toolarge')
    const parts: Part[] = []
    let at = view.getUint32(end + 16, true)
    for (let n = 0; n < many; n++) {
      if (view.getUint32(at, true) !== ENTRY) throw new Error('nozip')
      const local = view.getUint32(at + 42, true)
      if (view.getUint32(local, true) !== LOCAL) throw new Error('nozip')
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      parts.push({ start, packed: view.getUint32(at + 20, true), method: view.getUint16(at + 10, true) })
      at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return parts
  } catch (error) {
    if (error instanceof RangeError) throw new Error('nozip')
    throw error
  }
}

/** The record at the end of every ZIP; a comment of up to 64 kB may follow it. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === END) return at
  throw new Error('nozip')
}
