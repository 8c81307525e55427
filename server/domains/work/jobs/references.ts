import { readSetting } from '#db/queries/settings.ts'
import { isReferenceTaken, peekJobNumber, takeJobNumber } from '#db/queries/work/jobs-references.ts'
import type { TenantDb } from '#db/types.ts'

/** What references of new jobs begin with (spec 2, "Manage screen"), in upper case. */
export const readReferencePrefix = (db: TenantDb) => (readSetting<string>(db, 'prefix') ?? 'J').toUpperCase()

/** The reference that the next job would get, if nobody saves one before. */
export const nextReference = (db: TenantDb): string => `${readReferencePrefix(db)}${peekJobNumber(db)}`

/** Takes a reference for a job that is saved in this transaction. Never used again, whatever becomes of the job. */
export function takeReference(db: TenantDb): string {
  const prefix = readReferencePrefix(db)
  let reference = `${prefix}${takeJobNumber(db)}`
  // Only jobs that came in with references of their own, by an import, can stand in the way.
  while (isReferenceTaken(db, reference)) reference = `${prefix}${takeJobNumber(db)}`
  return reference
}
