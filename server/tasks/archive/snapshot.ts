import { cpSync, existsSync, linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tenantPath } from '#db/data-folder.ts'
import { platformPath } from '#db/platform.ts'
import {
  type AccountName,
  type AccountRecord,
  accountNames,
  accountRecord,
} from '#db/queries/platform/registry.ts'
import { snapshotFile, tenantMark } from '#db/snapshot.ts'
import { closeFile, openReadOnly } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'

export type SnapshotScope = {
  account?: AccountName
  withSecret?: boolean
  /** For whoever manages the account: its people have their passwords for other accounts too. */
  withoutPasswords?: boolean
  /** A folder made before: what did not change since is the same file on disk, not another. */
  previous?: string
}

/**
 * The platform goes first, so that every account it knows has its file; uploads last, so that every file that a
 * database names is there. Returns the names of all files.
 */
export function makeSnapshot(
  data: string,
  into: string,
  { account, withSecret, withoutPasswords, previous }: SnapshotScope = {},
): Promise<string[]> {
  mkdirSync(into, { recursive: true, mode: 0o700 })
  mkdirSync(join(into, 'tenants'), { recursive: true })
  mkdirSync(join(into, 'accounts'), { recursive: true })
  if (!account) snapshotFile(platformPath(data), platformPath(into))
  const source = account ? data : into
  const chosen = account ? [account] : readPlatform(source, accountNames)
  const accounts = chosen.map(({ id, name }) => {
    snapshotFile(tenantPath(data, id), tenantPath(into, id))
    const found = readPlatform(source, (db) => accountRecord(db, id))
    const record = found && withoutPasswords ? withoutPasswordHashes(found) : found
    writeFileSync(join(into, 'accounts', `${id}.json`), JSON.stringify(record, null, 2), { mode: 0o600 })
    return { ...tenantMark(tenantPath(into, id)), name }
  })
  const same = previous ? linkUploads(previous, into, data) : undefined
  for (const { id } of accounts) copyFolder(join(data, 'files', id), join(into, 'files', id))
  if (withSecret) cpSync(join(data, 'secret.key'), join(into, 'secret.key'))
  const kind = account ? 'account' : 'installation'
  return writeManifest(into, { kind, accounts, madeutc: new Date().toISOString() }, same)
}

const withoutPasswordHashes = ({ people, ...record }: AccountRecord): AccountRecord => ({
  ...record,
  people: people.map(({ user, seat }) => ({ user: { ...user, passwordhash: null }, seat })),
})

/** Without holding the folder, beside a server that may be running. */
export function readPlatform<T>(folder: string, run: (db: PlatformDb) => T): T {
  const file = openReadOnly(platformPath(folder))
  try {
    return run(file.db as PlatformDb)
  } finally {
    closeFile(file)
  }
}

/** What is there already was linked to. Thumbnails are made again where they are missing. */
function copyFolder(from: string, to: string) {
  const filter = (path: string, copy: string) =>
    path !== join(from, 'thumbs') && !statSync(copy, { throwIfNoEntry: false })?.isFile()
  if (existsSync(from)) cpSync(from, to, { recursive: true, filter })
}

/** A stored file never changes, so one of the same name and size is the same. Returns what was linked. */
function linkUploads(previous: string, into: string, data: string) {
  const linked = new Map<string, Manifest['files'][number]>()
  for (const file of readManifest(previous).files) {
    const now = join(data, file.path)
    if (!file.path.startsWith('files/') || statSync(now, { throwIfNoEntry: false })?.size !== file.bytes)
      continue
    mkdirSync(dirname(join(into, file.path)), { recursive: true })
    try {
      linkSync(join(previous, file.path), join(into, file.path))
      linked.set(file.path, file)
    } catch {
      // A disk without links gets a copy.
    }
  }
  return linked
}
