import { sql } from 'drizzle-orm'
import { ON_LANES } from '#db/job-status.ts'
import { jobs } from '#db/schema/tenant/index.ts'

/** Whether a job lies on a lane of its board. */
export const isOnLanes = sql`${jobs.template} = 0 AND ${jobs.status} ${sql.raw(ON_LANES)}`
