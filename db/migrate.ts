import { copyFile, type SqlFile } from './sqlite.ts'

export type Migration = { name: string; sql: string }

/** A file made by a newer program: refused, since writing to it could lose what this program does not know. */
export class NewerFile extends Error {}

export const schemaVersion = (file: SqlFile) =>
  file.raw.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** In a sentence, of a file that a newer program made; null of any other. */
export function describeNewer(file: SqlFile, migrations: readonly Migration[]): string | null {
  const [has, knows] = [schemaVersion(file), migrations.length]
  return has > knows
    ? `${file.path} was written by a newer version of Joblane (schema ${has}, this program knows ${knows}). Start that version, or restore a backup made by this one.`
    : null
}

/** A file with data is copied first, to `<path>.before-<version>`. @throws NewerFile, or an error naming that step */
export function migrate(file: SqlFile, migrations: Migration[]): number {
  const has = schemaVersion(file)
  const newer = describeNewer(file, migrations)
  if (newer) throw new NewerFile(newer)
  if (has === migrations.length) return 0
  if (has > 0) copyFile(file, `${file.path}.before-${has + 1}-${Date.now()}`)
  // A table rebuild with foreign keys on deletes the children by cascade, and inside a transaction the pragma
  // is ignored: so off here, outside, and every reference is checked before the step is committed.
  file.raw.run('PRAGMA foreign_keys = OFF')
  try {
    inTransaction(file, () => {
      // Another process may have been here first.
      for (let step = schemaVersion(file); step < migrations.length; step++)
        applyStep(file, migrations[step]!, step + 1)
    })
  } finally {
    file.raw.run('PRAGMA foreign_keys = ON')
  }
  return migrations.length - has
}

/** All steps or none, which is one wait for the disk in place of one for each. */
function inTransaction({ raw }: SqlFile, run: () => void) {
  raw.run('BEGIN IMMEDIATE')
  try {
    run()
    raw.run('COMMIT')
  } catch (error) {
    if (raw.inTransaction) raw.run('ROLLBACK')
    throw error
  }
}

function applyStep({ raw, path }: SqlFile, migration: Migration, version: number) {
  try {
    raw.exec(migration.sql)
    const broken = raw.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
    if (broken.length > 0)
      throw new Error(
        `${broken.length} rows of ${broken[0]?.table} refer to a ${broken[0]?.parent} that is gone`,
      )
    raw.run(`PRAGMA user_version = ${version}`)
  } catch (error) {
    throw new Error(
      `The step ${migration.name} could not be applied to ${path}: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  }
}
