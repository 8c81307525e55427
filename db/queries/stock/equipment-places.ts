import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type PlaceChange = {
  field: string
  oldvalue: string
  newvalue: string
  user: string
  dateutc: string
}

/** What the history of a thing tells of where it was, oldest first: of the newest thousand such entries. */
export const placeChanges = (db: TenantDb, equipmentid: string) =>
  prepared<PlaceChange>(
    db,
    `SELECT field, oldvalue, newvalue, user, dateutc FROM (
       SELECT id, field, oldvalue, newvalue, user, dateutc FROM history
       WHERE entity = 'equipment' AND entityid = ?
         AND (field IN ('created', 'imported', 'job', 'location', 'storageid') OR field LIKE 'processed on %')
       ORDER BY id DESC LIMIT 1000)
     ORDER BY id`,
  ).all([equipmentid])

export type NamedJob = { id: string; reference: string; boardid: string; location: string | null }

/** Jobs by their references. */
export const jobsByReference = (db: TenantDb, references: readonly string[]) =>
  prepared<NamedJob>(
    db,
    `SELECT j.id, j.reference, j.boardid, j.location
     FROM json_each(?) AS wanted CROSS JOIN jobs AS j ON j.reference = wanted.value`,
  ).all([JSON.stringify(references)])
