import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Manifest, verifyFolder } from './manifest.ts'
import { readTar } from './tar.ts'

/** On the same disk as `near`. */
export async function withStagingFolder<T>(
  near: string,
  run: (folder: string) => Promise<T> | T,
): Promise<T> {
  const parent = dirname(resolve(near))
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, '.joblane-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
