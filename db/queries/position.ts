import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Position = { seq: number; catalogueseq: number }

/** The file's change counters as they are committed: what is kept by id and version is checked against them. */
export const positionOf = (db: TenantDb): Position =>
  prepared<Position>(db, 'SELECT change_seq AS seq, catalogue_seq AS catalogueseq FROM tenant').get() ?? {
    seq: 0,
    catalogueseq: 0,
  }
