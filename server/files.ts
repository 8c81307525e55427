import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUIDv7 } from 'bun'

/** The uploaded files of the accounts, `files/<account id>/<id>` in the data folder: bytes only, never a name. */
export type FileStore = {
  /** Writes the bytes under a new id. */
  add(accountid: string, bytes: Uint8Array): string
  read(accountid: string, id: string): Uint8Array | null
}

const ID = /^[0-9a-f-]{36}$/

/** Opens the store of a data folder. */
export function fileStore(data: string): FileStore {
  const folderOf = (accountid: string) => join(data, 'files', accountid)
  return {
    add(accountid, bytes) {
      const id = randomUUIDv7()
      mkdirSync(folderOf(accountid), { recursive: true })
      writeFileSync(join(folderOf(accountid), id), bytes, { flush: true })
      return id
    },
    read(accountid, id) {
      const path = join(folderOf(accountid), id)
      return ID.test(id) && ID.test(accountid) && existsSync(path) ? readFileSync(path) : null
    },
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** The type of a picture by its first bytes, whatever its name says; null when it is neither PNG nor JPEG. */
export function pictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const begins = (mark: number[]) => mark.every((byte, i) => bytes[i] === byte)
  if (begins(PNG)) return 'image/png'
  return begins(JPEG) ? 'image/jpeg' : null
}
