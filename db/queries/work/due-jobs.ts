import { and, isNotNull, lt, type Placeholder, sql } from 'drizzle-orm'
import { TO_APPROVE } from '#db/job-status.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const due = statement((q, p: Params<{ boards: readonly string[]; before: string }>) =>
  q
    .select({
      id: jobs.id,
      finish: sql<string>`${jobs.finish}`.as('finish'),
      scheduledminutes: jobs.scheduledminutes,
    })
    .from(sql`${jobs} INDEXED BY jobs_approved`)
    .where(
      and(
        sql`${jobs.template} = 0 AND ${jobs.approvedutc} IS NOT NULL AND ${jobs.status} ${sql.raw(TO_APPROVE)}`,
        inList(jobs.boardid, p.boards),
        isNotNull(jobs.finish),
        lt(jobs.finish, p.before as Placeholder),
      ),
    ),
)

/** Approved jobs that are not complete and are due before a day. */
export const listDueJobs = (db: TenantDb, asked: { boards: readonly string[]; before: string }) =>
  due.all(db, asked)
