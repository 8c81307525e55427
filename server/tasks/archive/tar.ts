import { closeSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A plain tar file (ustar), which every system can open, with a last entry that holds the SHA-256 of every byte
 * before it. Written and read in pieces: an account of any size takes the memory of one piece. `Bun.Archive` would
 * hold all of it, and writes files given as `Bun.file` empty (1.4.5).
 */
const BLOCK = 512
const PIECE = 1 << 20
const SEAL = 'sha256'
const HEX = 64

class BrokenArchive extends Error {}

/** Writes the named files of a folder, in that order. */
export function writeTar(path: string, folder: string, names: readonly string[]) {
  const out = openSync(path, 'w', 0o600)
  const hash = new Bun.CryptoHasher('sha256')
  const put = (bytes: Uint8Array) => {
    hash.update(bytes)
    writeAll(out, bytes)
  }
  try {
    for (const name of names) {
      const size = statSync(join(folder, name)).size
      put(header(name, size))
      readPieces(join(folder, name), 0, size, put)
      put(new Uint8Array(padding(size)))
    }
    writeAll(out, seal(hash.digest('hex')))
  } finally {
    closeSync(out)
  }
}

/**
 * Takes an archive apart into a folder, and says which files it held.
 * @throws BrokenArchive when a single byte is not as it was written, or a name leads out of the folder
 */
export function readTar(path: string, folder: string): string[] {
  const total = statSync(path).size
  const end = total - seal('0'.repeat(HEX)).length
  if (end < 0) throw new BrokenArchive(`${path} is not an archive of Joblane.`)
  const hash = new Bun.CryptoHasher('sha256')
  readPieces(path, 0, end, (bytes) => hash.update(bytes))
  if (!same(readBytes(path, end, total - end), seal(hash.digest('hex'))))
    throw new BrokenArchive(
      `${path} is damaged, or it is not an archive of Joblane: its checksum does not fit.`,
    )
  const names: string[] = []
  for (let at = 0; at < end; ) {
    const { name, size } = parseHeader(path, readBytes(path, at, BLOCK))
    extract(path, at + BLOCK, size, join(folder, name))
    names.push(name)
    at += BLOCK + size + padding(size)
  }
  return names
}

function extract(path: string, at: number, size: number, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  const out = openSync(to, 'wx', 0o600)
  try {
    readPieces(path, at, size, (bytes) => writeAll(out, bytes))
  } finally {
    closeSync(out)
  }
}

/** Hands a part of a file on in pieces. */
export function readPieces(path: string, from: number, size: number, take: (bytes: Uint8Array) => void) {
  const file = openSync(path, 'r')
  const piece = new Uint8Array(Math.min(PIECE, Math.max(size, 1)))
  try {
    for (let done = 0; done < size; ) {
      const read = readSync(file, piece, 0, Math.min(piece.length, size - done), from + done)
      if (read === 0) throw new BrokenArchive(`${path} is shorter than it was.`)
      take(piece.subarray(0, read))
      done += read
    }
  } finally {
    closeSync(file)
  }
}

function readBytes(path: string, from: number, size: number): Uint8Array {
  const parts: Uint8Array[] = []
  readPieces(path, from, size, (bytes) => parts.push(bytes.slice()))
  return Buffer.concat(parts)
}

function writeAll(file: number, bytes: Uint8Array) {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** The last entry and the two empty blocks that end a tar file. */
function seal(hex: string): Uint8Array {
  const text = Buffer.alloc(BLOCK)
  text.write(hex)
  return Buffer.concat([header(SEAL, HEX), text, Buffer.alloc(2 * BLOCK)])
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

function header(name: string, size: number): Uint8Array {
  if (Buffer.byteLength(name) > 100) throw new BrokenArchive(`The name ${name} is too long for an archive.`)
  if (size >= 8 ** 11) throw new BrokenArchive(`${name} is larger than 8 GB, too large for an archive.`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${octal(sum(block), 6)} `, 148)
  return block
}

function parseHeader(path: string, block: Uint8Array): { name: string; size: number } {
  const text = Buffer.from(block)
  const word = (from: number, to: number) => text.toString('utf8', from, to).split('\0')[0]!.trim()
  const [name, size] = [word(0, 100), Number.parseInt(word(124, 136), 8)]
  const safe = /^[\w][\w.@-]*(\/[\w][\w.@-]*)*$/.test(name)
  if (!safe || !Number.isSafeInteger(size) || text[156] !== 0x30)
    throw new BrokenArchive(`${path} holds an entry that Joblane did not write: "${name}".`)
  return { name, size }
}

const sum = (block: Uint8Array) => block.reduce((total, byte) => total + byte, 0)
