import { readSetting } from '#db/queries/settings.ts'
import { isReferenceTaken, peekJobNumber, takeJobNumber } from '#db/queries/work/jobs-references.ts'
import type { TenantDb } from '#db/types.ts'

/** Spec 2, "Manage screen". */
export const readReferencePrefix = (db: TenantDb) => (readSetting<string>(db, 'prefix') ?? 'J').toUpperCase()

export const nextReference = (db: TenantDb): string => `${readReferencePrefix(db)}${peekJobNumber(db)}`

/** Never used again, whatever becomes of the job. */
export function takeReference(db: TenantDb): string {
  const prefix = readReferencePrefix(db)
  let reference = `${prefix}${takeJobNumber(db)}`
  // Only jobs that came in with references of their own, by an import, can stand in the way.
  while (isReferenceTaken(db, reference)) reference = `${prefix}${takeJobNumber(db)}`
  return reference
}
