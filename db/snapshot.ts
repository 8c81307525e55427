import { closeFile, copyFile, openFile, openReadOnly, type SqlFile } from './sqlite.ts'
import { syncInSlices } from './sync-in-slices.ts'

/** @throws when the copy is not sound */
export function snapshotFile(from: string, to: string) {
  const unsynced = `${to}.unsynced`
  copyUnsynced(from, unsynced)
  syncInSlices(unsynced, to)
  refuse(from, findIntegrityFaults(to))
}

/**
 * For a copy that is read once and removed: it need never reach the disk. Its indexes were made anew from its tables, so
 * they are not held against them, which takes ten times as long. @throws when it is not sound
 */
export function snapshotToRead(from: string, to: string) {
  copyUnsynced(from, to)
  refuse(from, quickFaults(to))
}

const quickFaults = (path: string): string[] =>
  withReadOnlyFile(path, ({ raw }) =>
    raw
      .query<{ quick_check: string }, []>('PRAGMA quick_check(20)')
      .all()
      .map((row) => row.quick_check)
      .filter((word) => word !== 'ok'),
  )

function copyUnsynced(from: string, to: string) {
  withReadOnlyFile(from, (source) => {
    source.raw.run('PRAGMA synchronous = OFF')
    copyFile(source, to)
  })
}

function refuse(from: string, [first]: string[]) {
  if (first) throw new Error(`The copy of ${from} is not sound: ${first}.`)
}

export function findIntegrityFaults(path: string): string[] {
  return withReadOnlyFile(path, (file) => {
    const integrity = file.raw.query<{ integrity_check: string }, []>('PRAGMA integrity_check(20)').all()
    const broken = file.raw.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
    return [
      ...integrity.map((row) => row.integrity_check).filter((word) => word !== 'ok'),
      ...broken
        .slice(0, 20)
        .map(({ table, parent }) => `a row of ${table} refers to a ${parent} that is gone`),
    ]
  })
}

type TenantMark = { id: string; name: string; schema: number }

/** @throws when it is no tenant's file */
export const tenantMark = (path: string): TenantMark =>
  withReadOnlyFile(path, ({ raw }) => {
    const row = raw.query<{ id: string; name: string }, []>('SELECT id, name FROM tenant').get()
    const schema = raw.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
    if (!row) throw new Error(`${path} holds no account.`)
    return { ...row, schema }
  })

/** Makes a copied tenant's file nobody's, so that the next installation that opens it owns it; `as` gives it an id and a name. */
export function releaseOwnership(path: string, as?: { id: string; name: string }) {
  const file = openFile(path)
  try {
    file.raw.run("UPDATE tenant SET owner_cell = '', owner_epoch = 0, cell = '', cell_epoch = 0")
    if (as) file.raw.run('UPDATE tenant SET id = ?, name = ?', [as.id, as.name])
  } finally {
    closeFile(file)
  }
}

function withReadOnlyFile<T>(path: string, run: (file: SqlFile) => T): T {
  const file = openReadOnly(path)
  try {
    return run(file)
  } finally {
    closeFile(file)
  }
}
