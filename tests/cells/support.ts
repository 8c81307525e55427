import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPlaced } from '#server/cells/cell.ts'
import { distributeAccounts } from '#server/cells/distribute-accounts.ts'
import { readConfig } from '#server/config.ts'
import { type Running, start } from '#server/start.ts'
import type { SeededIds } from '#tests/support/fill.ts'
import { cheapPasswords, copyFilled } from '#tests/support/server.ts'

export type Cells = SeededIds & {
  folder: string
  platform: Running
  c01: Running
  c02: Running
  /** Starts a process of it anew, or beside the others. */
  start(role: 'platform' | 'cell' | 'all', id?: string, flags?: string[]): Promise<Running>
  placed(accountid: string): { cell: string; epoch: number; target: string | null }
  stop(): Promise<void>
}

/** The platform and two cells, in this process but each with its own files and ports; both accounts have a cell. */
export async function startCells(): Promise<Cells> {
  const folder = mkdtempSync(join(tmpdir(), 'joblane-cells-'))
  const ids = await copyFilled(folder)
  const data = join(folder, 'data')
  const begin = (role: string, id = '', flags: string[] = []) => {
    const place = ['--port', '0', '--host', '127.0.0.1', '--data', data, '--quiet', '--role', role]
    return start(readConfig({}, [...place, ...(id ? ['--id', id] : []), ...flags]), undefined, cheapPasswords)
  }
  const platform = await begin('platform')
  const running: Running[] = [platform]
  const also = async (...given: Parameters<typeof begin>) => {
    const one = await begin(...given)
    running.push(one)
    return one
  }
  const [c01, c02] = [await also('cell', 'c01'), await also('cell', 'c02')]
  await distributeAccounts(platform.services)
  return {
    ...ids,
    folder,
    platform,
    c01,
    c02,
    start: also,
    placed(accountid) {
      const { cell, epoch, target } = findPlaced(platform.services.platform, accountid)
      return { cell, epoch, target }
    },
    async stop() {
      for (const one of running.reverse()) await one.stop().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
