import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUIDv7 } from 'bun'
import type { FolderAddress } from './address.ts'
import { byObjectName, type CopyPlace, PlaceProblem } from './place.ts'

const COMING = '.coming-'

/** A folder of this machine: another disk, or one that is mounted from elsewhere. */
export function openFolder({ path: root }: FolderAddress): CopyPlace {
  const explained = <T>(run: () => Promise<T>) => run().catch((error) => explain(error, root))
  return {
    put: (name, bytes, { unlessThere = false } = {}) =>
      explained(async () => {
        const path = join(root, name)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        return await placeWhole(path, bytes, unlessThere)
      }),
    get: (name) => explained(() => readFile(join(root, name)).catch(nullIfAbsent)),
    list: (folder) =>
      explained(async () => {
        const names = (await readdir(join(root, folder)).catch(nullIfAbsent)) ?? []
        const whole = names.filter((name) => !name.startsWith(COMING))
        const found = await Promise.all(
          whole.map(async (one) => {
            const about = await stat(join(root, folder, one)).catch(nullIfAbsent)
            const name = `${folder}/${one}`
            return about && { name, bytes: about.size, modifiedutc: about.mtime.toISOString() }
          }),
        )
        return found.filter((one) => one !== null).sort(byObjectName)
      }),
    remove: (name) => explained(() => rm(join(root, name), { force: true })),
    close() {},
  }
}

async function placeWhole(path: string, bytes: Uint8Array, unlessThere: boolean): Promise<boolean> {
  const coming = join(dirname(path), COMING + randomUUIDv7())
  try {
    const file = await open(coming, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    // A link is refused where a rename would replace.
    if (unlessThere) return await link(coming, path).then(() => true, falseIfThere)
    await rename(coming, path)
    return true
  } finally {
    await rm(coming, { force: true }).catch(() => {})
  }
}

type FileError = { code?: string }

function nullIfAbsent(error: FileError): null {
  if (error.code === 'ENOENT') return null
  throw error
}

function falseIfThere(error: FileError): false {
  if (error.code === 'EEXIST') return false
  throw error
}

function explain(error: FileError & Error, root: string): never {
  const known: Record<string, string> = {
    ENOSPC: `The disk of ${root} is full. Make room there, or name another place.`,
    EDQUOT: `The quota of ${root} is used up. Make room there, or name another place.`,
    EACCES: `Joblane may not write to ${root}. Give its user the right to.`,
    EPERM: `Joblane may not write to ${root}. Give its user the right to, and choose a disk that knows links.`,
    EROFS: `The disk of ${root} is read-only.`,
    ENOTDIR: `${root} is no folder.`,
    EIO: `The disk of ${root} cannot be read or written.`,
  }
  throw new PlaceProblem(known[error.code ?? ''] ?? `${root} cannot be used: ${error.message}`)
}
