import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BunFile, randomUUIDv7 } from 'bun'

/** It has its id, but no place that anybody reads. */
type Staged = {
  id: string
  keep(): Promise<void>
  drop(): Promise<void>
}

/** `files/<account id>/<id>` in the data folder: bytes only, never a name. */
export type FileStore = {
  add(accountid: string, bytes: Uint8Array): string
  read(accountid: string, id: string): Uint8Array | null
  stage(accountid: string, bytes: Uint8Array): Promise<Staged>
  /** Its record must be known to exist. */
  open(accountid: string, id: string): BunFile | null
  /** After a crash; looks once for each account. */
  recover(accountid: string, isKnown: (id: string) => boolean): void
}

const ID = /^[0-9a-f-]{36}$/
const INCOMING = 'incoming'

export function fileStore(data: string): FileStore {
  const folderOf = (accountid: string) => join(data, 'files', accountid)
  const pathOf = (accountid: string, id: string) => join(folderOf(accountid), id)
  const incomingOf = (accountid: string, id: string) => join(folderOf(accountid), INCOMING, id)
  const isName = (accountid: string, id: string) => ID.test(id) && ID.test(accountid)
  const recovered = new Set<string>()

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
          if (!existsSync(pathOf(accountid, id))) throw error
        })
      return { id, drop, keep }
    },
    open: (accountid, id) => (place(accountid, id) ? Bun.file(pathOf(accountid, id)) : null),
    recover(accountid, isKnown) {
      if (recovered.has(accountid)) return
      recovered.add(accountid)
      const folder = join(folderOf(accountid), INCOMING)
      for (const id of existsSync(folder) ? readdirSync(folder) : [])
        if (ID.test(id) && isKnown(id)) place(accountid, id)
        else rmSync(join(folder, id), { force: true })
    },
  }
}

/** On disk when this settles: a record that names it must never outlive it. */
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

/** By its first bytes, whatever its name says. */
export function pictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const begins = (mark: number[]) => mark.every((byte, i) => bytes[i] === byte)
  if (begins(PNG)) return 'image/png'
  return begins(JPEG) ? 'image/jpeg' : null
}
