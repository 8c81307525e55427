import { lineCounts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'

const MANY_LINES = 150

/** Whether what looks through all lines of it takes long enough for others to notice. */
export const isLongJob = (db: TenantDb, jobid: string) =>
  (lineCounts(db, [jobid])[0]?.count ?? 0) > MANY_LINES
