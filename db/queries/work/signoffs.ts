import { and, desc, eq, isNull } from 'drizzle-orm'
import { job_signoffs } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const ofJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: job_signoffs.id,
      name: job_signoffs.name,
      signedutc: job_signoffs.signedutc,
      byname: job_signoffs.byname,
    })
    .from(job_signoffs)
    .where(and(eq(job_signoffs.jobid, p.jobid), isNull(job_signoffs.removedutc)))
    .orderBy(desc(job_signoffs.signedutc), desc(job_signoffs.id)),
)

/** The newest first, without what was taken back. */
export const listSignOffs = (db: TenantDb, jobid: string) => ofJob.all(db, { jobid })

const byId = statement((q, p: Params<{ id: string }>) =>
  q.select().from(job_signoffs).where(eq(job_signoffs.id, p.id)),
)

export const findSignOff = (db: TenantDb, id: string) => byId.get(db, { id })
