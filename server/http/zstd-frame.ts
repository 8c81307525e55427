import { joinPieces, type PageBytes, type PagePieces } from './pieces.ts'

/** The first bytes of a frame without a size or a checksum (RFC 8878, section 3.1.1). */
const HEADER = [0x28, 0xb5, 0x2f, 0xfd, 0x00]
const LAST_BLOCK = Uint8Array.of(1, 0, 0)
const SHORTEST_WINDOW = 17
const BLOCK_HEADER = 3
const REPEATED = 1
const COMPRESSED = 2

/** For what is compressed once and sent by many answers, and for what is sent once. */
export const FOR_MANY = 6
const FOR_ONE = 1

const compressed = new WeakMap<PageBytes, PageBytes>()

/**
 * The blocks of a frame of its own. They refer to nothing before them, but for the three last distances of copies, with
 * which each frame begins anew.
 */
export function compressPiece(bytes: PageBytes, level = FOR_ONE): PageBytes {
  const known = compressed.get(bytes)
  if (known) return known
  const blocks = findBlocks(Bun.zstdCompressSync(bytes, { level }))
  compressed.set(bytes, blocks)
  return blocks
}

/** Bytes are compressed once, wherever they are sent; text is sent as it is. Between two bytes stand some spaces. */
export function joinFrame(pieces: PagePieces): PageBytes {
  const blocks: Uint8Array[] = []
  let longest = 1
  let isFresh = true
  for (const piece of pieces) {
    if (piece.length === 0) continue
    if (typeof piece === 'string') blocks.push(rawBlock(Buffer.from(piece)))
    else {
      if (!isFresh) blocks.push(FORGET_DISTANCES)
      isFresh = false
      blocks.push(compressPiece(piece))
      longest = Math.max(longest, piece.length)
    }
  }
  const window = Math.max(SHORTEST_WINDOW, Math.ceil(Math.log2(longest)))
  return joinPieces([Uint8Array.of(...HEADER, (window - 10) << 3), ...blocks, LAST_BLOCK] as PageBytes[])
}

function findBlocks(frame: Uint8Array): PageBytes {
  const about = frame[4] as number
  const single = (about >> 5) & 1
  const size = [single, 2, 4, 8][about >> 6] as number
  const checksum = (about >> 2) & 1 ? 4 : 0
  const blocks = frame.slice(HEADER.length + (single ? 0 : 1) + size, frame.length - checksum) as PageBytes
  for (let at = 0; at < blocks.length; ) {
    const header = readHeader(blocks, at)
    if (header & 1) blocks[at] = (blocks[at] as number) & ~1
    at += BLOCK_HEADER + (((header >> 1) & 3) === REPEATED ? 1 : header >> 3)
  }
  return blocks
}

const readHeader = (bytes: Uint8Array, at: number) =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16)

const blockHeader = (type: number, size: number) => {
  const header = (type << 1) | (size << 3)
  return [header & 0xff, (header >> 8) & 0xff, header >> 16]
}

/** A block holds 128 kB at most; text of one answer alone is far shorter. */
const rawBlock = (bytes: Uint8Array) =>
  joinPieces([Uint8Array.from(blockHeader(0, bytes.length)), bytes as PageBytes])

/**
 * Some spaces, then three of them copied from as far back as the code of the distance and its lower bits say, each in
 * a table of one symbol (RFC 8878, section 3.1.1.3.2).
 */
function copySpaces(spaces: number, code: number, lower: number): number[] {
  const literals = [(spaces << 3) | REPEATED, 0x20]
  const tables = [0b01_01_01_00, spaces, code, 0]
  const block = [...literals, 1, ...tables, (1 << code) | lower]
  return [...blockHeader(COMPRESSED, block.length), ...block]
}

/** The distances 8, 4 and 1, after which a decoder knows what it knows at the beginning of a frame. */
const FORGET_DISTANCES = Uint8Array.from([
  ...copySpaces(8, 3, 8 + 3 - 8),
  ...copySpaces(1, 2, 4 + 3 - 4),
  ...copySpaces(1, 2, 1 + 3 - 4),
])
