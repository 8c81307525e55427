import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

declare global {
  var removeKeptFolders: (() => void) | undefined
}

const kept: string[] = []

/** A new folder that the files of a worker share; `bun test` calls no exit handler, so the preload takes it away. */
export function keptFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `joblane-${name}-`))
  kept.push(folder)
  return folder
}

globalThis.removeKeptFolders = () => {
  for (const folder of kept.splice(0)) rmSync(folder, { recursive: true, force: true })
}
