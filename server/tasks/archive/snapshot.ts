import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tenantPath } from '#db/data-folder.ts'
import { platformPath } from '#db/platform.ts'
import { type AccountName, accountNames, accountRecord } from '#db/queries/platform/registry.ts'
import { snapshotFile, tenantMark } from '#db/snapshot.ts'
import { closeFile, openReadOnly } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'
import { writeManifest } from './manifest.ts'

export type SnapshotScope = {
  account?: AccountName
  withSecret?: boolean
}

/**
 * The platform goes first, so that every account it knows has its file; uploads last, so that every file that a
 * database names is there. Returns the names of all files.
 */
export function makeSnapshot(
  data: string,
  into: string,
  { account, withSecret }: SnapshotScope = {},
): Promise<string[]> {
  mkdirSync(into, { recursive: true, mode: 0o700 })
  mkdirSync(join(into, 'tenants'), { recursive: true })
  mkdirSync(join(into, 'accounts'), { recursive: true })
  if (!account) snapshotFile(platformPath(data), platformPath(into))
  const source = account ? data : into
  const chosen = account ? [account] : readPlatform(source, accountNames)
  const accounts = chosen.map(({ id, name }) => {
    snapshotFile(tenantPath(data, id), tenantPath(into, id))
    const record = readPlatform(source, (db) => accountRecord(db, id))
    writeFileSync(join(into, 'accounts', `${id}.json`), JSON.stringify(record, null, 2), { mode: 0o600 })
    return { ...tenantMark(tenantPath(into, id)), name }
  })
  for (const { id } of accounts) copyFolder(join(data, 'files', id), join(into, 'files', id))
  if (withSecret) cpSync(join(data, 'secret.key'), join(into, 'secret.key'))
  const kind = account ? 'account' : 'installation'
  return writeManifest(into, { kind, accounts, madeutc: new Date().toISOString() })
}

/** Without holding the folder, beside a server that may be running. */
export function readPlatform<T>(folder: string, run: (db: PlatformDb) => T): T {
  const file = openReadOnly(platformPath(folder))
  try {
    return run(file.db as PlatformDb)
  } finally {
    closeFile(file)
  }
}

function copyFolder(from: string, to: string) {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}
