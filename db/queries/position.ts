import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Position = { seq: number; referenceVersion: number }

/** The file's change counters as they are committed: what is kept by id and version is checked against them. */
export const readPosition = (db: TenantDb): Position =>
  prepared<Position>(db, 'SELECT change_seq AS seq, catalogue_seq AS referenceVersion FROM tenant').get() ?? {
    seq: 0,
    referenceVersion: 0,
  }
