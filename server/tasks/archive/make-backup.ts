import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountName } from '#db/queries/platform/registry.ts'
import { catchFaults, checkAccount } from '../check.ts'
import { readManifest } from './manifest.ts'
import { makeSnapshot } from './snapshot.ts'

export type AutomaticBackup = {
  data: string
  /** The folder of the account's backups. */
  into: string
  name: string
  account: AccountName
  /** The name of the newest backup before. */
  previous: string | null
}

export type AutomaticBackupMade = { bytes: number; files: number; faults: string[] }

/** Beside the others it stands once it is whole; then it was opened again and checked. */
export async function makeBackup({
  data,
  into,
  name,
  account,
  previous,
}: AutomaticBackup): Promise<AutomaticBackupMade> {
  const making = join(into, 'making')
  rmSync(making, { recursive: true, force: true })
  mkdirSync(into, { recursive: true, mode: 0o700 })
  const before = previous ? join(into, previous) : undefined
  await makeSnapshot(data, making, { account, previous: before && existsSync(before) ? before : undefined })
  const faults = catchFaults(() => checkAccount(making, account))
  const { files } = readManifest(making)
  renameSync(making, join(into, name))
  return { bytes: files.reduce((sum, file) => sum + file.bytes, 0), files: files.length, faults }
}
