import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { WrongSetting } from '#server/setting-kinds.ts'
import { type Manifest, verifyFolder } from './manifest.ts'
import { readTar } from './tar.ts'

/** On the same disk as `near`. */
export async function withStagingFolder<T>(
  near: string,
  run: (folder: string) => Promise<T> | T,
): Promise<T> {
  const folder = makeBeside(dirname(resolve(near)))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeBeside(parent: string): string {
  try {
    mkdirSync(parent, { recursive: true })
    return mkdtempSync(join(parent, '.joblane-'))
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw new WrongSetting(notAllowedInto(parent))
  }
}

/** As root "joblane" of the Debian package runs as its user. */
export const notAllowedInto = (folder: string) =>
  `${userInfo().username}, as whom this runs, may not write into ${folder}. Name another place, or make a folder there that belongs to ${userInfo().username}.`

export type OpenedArchive = { folder: string; manifest: Manifest }

export async function withBackup<T>(
  path: string,
  near: string,
  run: (opened: OpenedArchive) => Promise<T>,
): Promise<T> {
  if (statSync(path).isDirectory()) return run({ folder: path, manifest: await verifyFolder(path) })
  return withStagingFolder(near, async (folder) => {
    await readTar(path, folder)
    return run({ folder, manifest: await verifyFolder(folder) })
  })
}
