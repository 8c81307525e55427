import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

declare global {
  var removeSharedFolders: (() => void) | undefined
}

type Fill = (folder: string) => Promise<unknown>

const shared = new Map<string, Promise<string>>()
const ownFolders: string[] = []

/** A folder that `fill` fills once for all workers of a run; whoever asks meanwhile waits. To be read or copied, never changed. */
export function sharedFolder(name: string, fill: Fill): Promise<string> {
  const folder = shared.get(name) ?? fillOrAwait(name, fill)
  shared.set(name, folder)
  return folder
}

async function fillOrAwait(name: string, fill: Fill): Promise<string> {
  const { TESTS_FOLDER } = process.env
  if (!TESTS_FOLDER) return fillOwn(name, fill)
  const folder = join(TESTS_FOLDER, name)
  const ready = `${folder}.ready`
  if (isFirst(folder)) {
    await fill(folder)
    writeFileSync(ready, '')
  }
  while (!existsSync(ready)) await Bun.sleep(20)
  return folder
}

/** `bun test` calls no exit handler, so the preload takes it away. */
async function fillOwn(name: string, fill: Fill): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `joblane-${name}-`))
  ownFolders.push(folder)
  await fill(folder)
  return folder
}

/** Only one worker can make the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

globalThis.removeSharedFolders = () => {
  for (const folder of ownFolders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
