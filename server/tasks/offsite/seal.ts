import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { CopyKey } from './copy-key.ts'

/** Four bytes before each object: how it is to be read. */
const [PLAIN, ENCRYPTED] = ['JBC1', 'JBC2']
const MARK = 4
const DIGEST = 32
const NONCE = 12
const TAG = 16
/** Beyond it time grows faster than what is saved. */
const LEVEL = 3

/** It is not what was written: altered, cut off, or under another name. */
export class BrokenObject extends Error {}
export class WrongKey extends Error {}

/** Compressed, then with a checksum or, under a key, encrypted; the name is part of what is checked. */
export async function seal(key: CopyKey | null, name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const packed = await Bun.zstdCompress(bytes as Uint8Array<ArrayBuffer>, { level: LEVEL })
  if (!key) return Buffer.concat([Buffer.from(PLAIN), digest(name, packed), packed])
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key.cipher, nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(packed), cipher.final()])
  return Buffer.concat([Buffer.from(ENCRYPTED), nonce, cipher.getAuthTag(), body])
}

/** @throws BrokenObject, WrongKey */
export async function unseal(key: CopyKey | null, name: string, bytes: Uint8Array): Promise<Uint8Array> {
  const mark = Buffer.from(bytes.subarray(0, MARK)).toString('latin1')
  if (mark === ENCRYPTED && !key) throw new WrongKey()
  const packed = mark === ENCRYPTED ? decrypt(key as CopyKey, name, bytes) : checked(mark, name, bytes)
  return Bun.zstdDecompress(packed as Uint8Array<ArrayBuffer>)
}

function checked(mark: string, name: string, bytes: Uint8Array): Uint8Array {
  const packed = bytes.subarray(MARK + DIGEST)
  const found = bytes.subarray(MARK, MARK + DIGEST)
  if (mark !== PLAIN || Buffer.compare(digest(name, packed), found) !== 0) throw new BrokenObject()
  return packed
}

function decrypt(key: CopyKey, name: string, bytes: Uint8Array): Uint8Array {
  const [tag, body] = [MARK + NONCE, MARK + NONCE + TAG]
  if (bytes.length < body) throw new BrokenObject()
  const options = { authTagLength: TAG }
  const decipher = createDecipheriv('aes-256-gcm', key.cipher, bytes.subarray(MARK, tag), options)
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(tag, body))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()])
  } catch {
    throw new BrokenObject()
  }
}

const digest = (name: string, packed: Uint8Array) =>
  new Bun.CryptoHasher('sha256').update(`${name}\n`).update(packed).digest()

/** By what it holds, so that each lies there once. Under a key the name does not say whether it is a known file. */
export const pieceName = (key: CopyKey | null, sha256: string) =>
  key ? createHmac('sha256', key.names).update(sha256).digest('hex') : sha256
