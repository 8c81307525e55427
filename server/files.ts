import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BunFile, randomUUIDv7 } from 'bun'

/** A file whose record is not committed yet: it has its id, but no place that anybody reads. */
export type Staged = {
  id: string
  /** After the commit: gives the file its place. */
  keep(): Promise<void>
  /** After a refusal: nothing remains. */
  drop(): Promise<void>
}

/** The uploaded files of the accounts, `files/<account id>/<id>` in the data folder: bytes only, never a name. */
export type FileStore = {
  /** Writes the bytes under a new id. */
  add(accountid: string, bytes: Uint8Array): string
  read(accountid: string, id: string): Uint8Array | null
  /** Writes the bytes to disk under a temporary name. */
  stage(accountid: string, bytes: Uint8Array): Promise<Staged>
  /** A file to send, without reading it; its record must be known to exist. */
  open(accountid: string, id: string): BunFile | null
  /** Finishes or takes away what a crash left half done; looks once for each account. */
  settle(accountid: string, isKnown: (id: string) => boolean): void
}

const ID = /^[0-9a-f-]{36}$/
const INCOMING = 'incoming'

/** Opens the store of a data folder. */
export function fileStore(data: string): FileStore {
  const folderOf = (accountid: string) => join(data, 'files', accountid)
  const pathOf = (accountid: string, id: string) => join(folderOf(accountid), id)
  const incomingOf = (accountid: string, id: string) => join(folderOf(accountid), INCOMING, id)
  const isName = (accountid: string, id: string) => ID.test(id) && ID.test(accountid)
  const settled = new Set<string>()

  /** The process may have ended between the commit and the last rename. */
  function place(accountid: string, id: string): boolean {
    if (!isName(accountid, id)) return false
    if (existsSync(pathOf(accountid, id))) return true
    if (!existsSync(incomingOf(accountid, id))) return false
    renameSync(incomingOf(accountid, id), pathOf(accountid, id))
    return true
  }

  return {
    add(accountid, bytes) {
      const id = randomUUIDv7()
      mkdirSync(folderOf(accountid), { recursive: true })
      writeFileSync(pathOf(accountid, id), bytes, { flush: true })
      return id
    },
    read: (accountid, id) => (place(accountid, id) ? readFileSync(pathOf(accountid, id)) : null),
    async stage(accountid, bytes) {
      const id = randomUUIDv7()
      const temporary = incomingOf(accountid, id)
      mkdirSync(join(folderOf(accountid), INCOMING), { recursive: true })
      const drop = () => rm(temporary, { force: true })
      try {
        await writeDurably(temporary, bytes)
      } catch (error) {
        await drop()
        throw error
      }
      const keep = () =>
        rename(temporary, pathOf(accountid, id)).catch((error: unknown) => {
          // Whoever heard of the file first has given it its place by asking for it.
          if (!existsSync(pathOf(accountid, id))) throw error
        })
      return { id, drop, keep }
    },
    open: (accountid, id) => (place(accountid, id) ? Bun.file(pathOf(accountid, id)) : null),
    settle(accountid, isKnown) {
      if (settled.has(accountid)) return
      settled.add(accountid)
      const folder = join(folderOf(accountid), INCOMING)
      for (const id of existsSync(folder) ? readdirSync(folder) : [])
        if (ID.test(id) && isKnown(id)) place(accountid, id)
        else rmSync(join(folder, id), { force: true })
    },
  }
}

/** Its bytes and its name are on disk when this settles: a record that names it must never outlive it. */
async function writeDurably(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  const folder = await open(join(path, '..'), 'r')
  await folder.sync().finally(() => folder.close())
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** The type of a picture by its first bytes, whatever its name says; null when it is neither PNG nor JPEG. */
export function pictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const begins = (mark: number[]) => mark.every((byte, i) => bytes[i] === byte)
  if (begins(PNG)) return 'image/png'
  return begins(JPEG) ? 'image/jpeg' : null
}
