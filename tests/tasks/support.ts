import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdFolder } from '#db/cell.ts'
import { openPlatform } from '#db/platform.ts'
import { openTenants } from '#db/tenants.ts'

const root = join(import.meta.dir, '../..')
const made: string[] = []

/** A new folder under the system's temporary one; `removeTemporary` takes all of them away. */
export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-tasks-'))
  made.push(folder)
  return folder
}

export const removeTemporary = () => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A data folder held by this process, without a server. */
export function openData(folder: string) {
  const cell = holdFolder(folder)
  const platform = openPlatform(folder)
  const tenants = openTenants({ cell })
  const close = () => {
    tenants.closeAll()
    platform.close()
    cell.release()
  }
  return { cell, platform, tenants, close }
}

export type Said = { status: number; out: string; err: string }

/** Runs a sub-command of the program to its end, as a person would type it. */
export function joblane(args: string[], env: Record<string, string> = {}): Said {
  const { JOBLANE_DATA: _data, ...own } = process.env
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [process.execPath, join(root, 'server/main.ts'), ...args],
    {
      cwd: root,
      env: { ...own, ...env } as Record<string, string>,
      timeout: 60_000,
    },
  )
  return { status: exitCode, out: String(stdout), err: String(stderr) }
}
