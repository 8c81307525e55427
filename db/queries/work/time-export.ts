import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { inventory, job_steps, jobs, time_entries, time_weeks, workers } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Asked = {
  afterdate: string
  afterid: string
  end: string
  take: number
  workerid?: string
}

const time = filtered((q, p: GivenParams<Asked>, _: null) =>
  q
    .select({
      id: time_entries.id,
      date: time_entries.date,
      workername: workers.name,
      reference: jobs.reference,
      description: jobs.description,
      boardid: jobs.boardid,
      location: jobs.location,
      jobstatus: jobs.status,
      stepname: job_steps.name,
      startutc: time_entries.startutc,
      endutc: time_entries.endutc,
      seconds: time_entries.seconds,
      costseconds: time_entries.costseconds,
      costrate: time_entries.costrate,
      detail: time_entries.detail,
      inventoryname: nameIn(inventory) as SQL<string | null>,
      billable: time_entries.billable,
      materialid: time_entries.materialid,
      state: time_weeks.state,
    })
    .from(time_entries)
    .innerJoin(jobs, eq(jobs.id, time_entries.jobid))
    .innerJoin(workers, eq(workers.id, time_entries.workerid))
    .leftJoin(job_steps, eq(job_steps.id, time_entries.jobstepid))
    .leftJoin(inventory, eq(inventory.id, time_entries.inventoryid))
    .leftJoin(
      time_weeks,
      and(
        eq(time_weeks.workerid, time_entries.workerid),
        sql`${time_weeks.monday} = date(${time_entries.date}, '-6 days', 'weekday 1')`,
      ),
    )
    .where(
      and(
        sql`(${time_entries.date}, ${time_entries.id}) > (${p.afterdate}, ${p.afterid})`,
        sql`${time_entries.date} <= ${p.end}`,
        eq(time_entries.archived, sql.raw('0')),
        sql`(${time_entries.startutc} IS NULL OR ${time_entries.endutc} IS NOT NULL)`,
        // The days are read in their order: the plus keeps SQLite from the index of workers.
        p.workerid && sql`+${time_entries.workerid} = ${p.workerid}`,
      ),
    )
    .orderBy(asc(time_entries.date), asc(time_entries.id))
    .limit(p.take ?? 0),
)

export type ExportedTime = ReturnType<typeof time.all>[number]

/** Closed time after an entry, by day; what changes meanwhile neither hides nor repeats another one. */
export const exportedTime = (db: TenantDb, asked: Asked): ExportedTime[] => time.all(db, asked, null)
