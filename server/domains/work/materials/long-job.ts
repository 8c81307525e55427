import { lineCounts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import type { Context } from '#server/http/context.ts'

const MANY_LINES = 150
/** To read a line and write it out takes a tenth of what it takes to change it. */
const MANY_TO_READ = 600

const countLines = (db: TenantDb, jobid: string) => lineCounts(db, [jobid])[0]?.count ?? 0

/** Whether what looks through all lines of it takes long enough for others to notice. */
export const isLongJob = (db: TenantDb, jobid: string) => countLines(db, jobid) > MANY_LINES

/** Whether a change to the job in the address looks through that many. */
export const changesLongJob = ({ params, read }: Context) =>
  read((db) => isLongJob(db, (params as { id: string }).id))

/** Whether all lines of the job in the address take that long to read. */
export const isLongToRead = ({ params, read }: Context) =>
  read((db) => countLines(db, (params as { id: string }).id) > MANY_TO_READ)
