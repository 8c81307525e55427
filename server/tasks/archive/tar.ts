import { appendFileSync, createReadStream, createWriteStream, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs'
import { sha256 } from './sha256.ts'

/**
 * The last entry holds the SHA-256 of every byte before it. A stream: `Bun.Archive` would hold all of it, and
 * writes files given as `Bun.file` empty (1.4.5).
 */
const CHECKSUM = 'sha256'
const BLOCK = 512
const END = 2 * BLOCK
const CHECKSUM_BYTES = 2 * BLOCK + END
const SAFE_NAME = /^[\w][\w.@-]*(\/[\w][\w.@-]*)*$/

class BrokenArchive extends Error {}

export async function writeTar(path: string, folder: string, names: readonly string[]) {
  const files = names.map((name) => entry(name, { type: 'file', source: join(folder, name) }))
  await pipeline(packTar(files), createWriteStream(path, { mode: 0o600 }))
  const end = statSync(path).size - END
  const checksum = await checksumBytes(await sha256(path, end))
  truncateSync(path, end)
  appendFileSync(path, checksum)
}

/** @throws BrokenArchive when a single byte is not as it was written, or a name leads out of the folder */
export async function readTar(path: string, folder: string) {
  const end = statSync(path).size - CHECKSUM_BYTES
  if (end < 0) throw new BrokenArchive(`${path} is not an archive of Joblane.`)
  const found = await Bun.file(path).slice(end).bytes()
  if (Buffer.compare(found, await checksumBytes(await sha256(path, end))) !== 0)
    throw new BrokenArchive(
      `${path} is damaged, or it is not an archive of Joblane: its checksum does not fit.`,
    )
  const unpacked = unpackTar(folder, {
    strict: true,
    fmode: 0o600,
    filter: ({ name, type }) => {
      if (!SAFE_NAME.test(name) || type !== 'file')
        throw new BrokenArchive(`${path} holds an entry that Joblane did not write: "${name}".`)
      return name !== CHECKSUM
    },
  })
  await pipeline(createReadStream(path), unpacked)
}

async function checksumBytes(hex: string): Promise<Uint8Array> {
  const parts = await packTar([entry(CHECKSUM, { type: 'content', content: hex })]).toArray()
  return Buffer.concat(parts)
}

type Content = { type: 'file'; source: string } | { type: 'content'; content: string }

/** Without the file's own time and owner, so that the same files make the same archive. */
const entry = (target: string, content: Content): TarSource => ({
  ...content,
  target,
  mtime: new Date(0),
  uid: 0,
  gid: 0,
  mode: 0o600,
})
