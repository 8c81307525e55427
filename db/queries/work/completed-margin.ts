import { and, eq, gte, lte, type Placeholder, sql } from 'drizzle-orm'
import { FROM_COMPLETE } from '#db/job-status.ts'
import { invoice_lines, invoices, jobs, materials, time_entries } from '#db/schema/tenant/index.ts'
import {
  filtered,
  type GivenParams,
  inList,
  listItem,
  listItems,
  type Params,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isLabour, isRated, movedWorth, standsForTime } from './line-cost.ts'

type Asked = { boards: readonly string[]; locations?: readonly string[]; start: string; end: string }

const completed = filtered((q, p: GivenParams<Asked>, _: null) =>
  q
    .select({
      id: jobs.id,
      cents: sql<number>`iif(${jobs.fixedprice}, ${jobs.quotedcents}, ${jobs.usedcents})`.as('cents'),
    })
    .from(jobs)
    .where(
      and(
        sql`${jobs.template} = 0 AND ${jobs.status} ${sql.raw(FROM_COMPLETE)}`,
        gte(jobs.completed, p.start as Placeholder),
        lte(jobs.completed, p.end as Placeholder),
        inList(sql`+${jobs.boardid}`, p.boards as Placeholder<string, readonly string[]>),
        p.locations && inList(sql`+${jobs.location}`, p.locations),
      ),
    ),
)

/** Jobs that were completed between two days, both included, and what each charges in cents, without VAT. */
export const listCompletedJobs = (db: TenantDb, asked: Asked) => completed.all(db, asked, null)

type OfJobs = Params<{ jobids: readonly string[] }>

const lines = statement((q, p: OfJobs) =>
  q
    .select({
      id: materials.id,
      jobid: materials.jobid,
      jobproduct: materials.jobproduct,
      role: materials.role,
      inventoryid: materials.inventoryid,
      inventoryclass: materials.inventoryclass,
      linerate: materials.linerate,
      estimated: materials.estimated,
      consumed: materials.consumed,
      costrate: materials.costrate,
      rated: isRated,
      labour: isLabour,
      unitratio: materials.unitratio,
      standsfortime: standsForTime,
      worth: movedWorth,
    })
    .from(listItems(p.jobids))
    .innerJoin(materials, and(eq(materials.jobid, listItem), eq(materials.archived, false))),
)

export const listCostLines = (db: TenantDb, jobids: readonly string[]) => lines.all(db, { jobids })

const times = statement((q, p: OfJobs) =>
  q
    .select({
      jobid: time_entries.jobid,
      costseconds: time_entries.costseconds,
      costrate: time_entries.costrate,
      materialid: time_entries.materialid,
    })
    .from(listItems(p.jobids))
    .innerJoin(time_entries, and(eq(time_entries.jobid, listItem), eq(time_entries.archived, false))),
)

export const listCostTimes = (db: TenantDb, jobids: readonly string[]) => times.all(db, { jobids })

const isCredit = sql`${invoice_lines.creditline} IS NOT NULL AND ${invoice_lines.again} = 0`

const credited = statement((q, p: OfJobs) =>
  q
    .select({
      jobid: jobs.id,
      materialid: invoice_lines.materialid,
      fixedprice: jobs.fixedprice,
      consumed: sql<number>`coalesce((SELECT m.consumed FROM materials m
        WHERE m.id = ${invoice_lines.materialid} AND m.jobid = ${jobs.id}), 0)`,
      used: sql<number>`coalesce((SELECT m.usednet FROM materials m
        WHERE m.id = ${invoice_lines.materialid} AND m.jobid = ${jobs.id}), 0)`,
      stands: sql<number>`sum(${invoice_lines.quantity})`,
      invoiced: sql<number>`sum(iif(${isCredit}, 0, ${invoice_lines.netcents}))`,
      credited: sql<number>`-sum(iif(${isCredit}, ${invoice_lines.netcents}, 0))`,
    })
    .from(listItems(p.jobids))
    .innerJoin(jobs, eq(jobs.id, listItem))
    .innerJoin(invoices, eq(invoices.jobid, jobs.id))
    .innerJoin(invoice_lines, eq(invoice_lines.invoiceid, invoices.id))
    // What was kept of a deposit is no line of its job.
    .where(sql`${invoice_lines.materialid} IS NOT NULL OR NOT EXISTS (SELECT 1 FROM deposit_outcomes o
      WHERE o.invoiceid = coalesce(${invoices.credits}, ${invoices.id}) AND o.kind = 'forfeited')`)
    .groupBy(jobs.id, invoice_lines.materialid)
    // What was to be invoiced again and came back is not charged either.
    .having(sql`max(${invoice_lines.creditline}) IS NOT NULL`),
)

/**
 * Cents without VAT, by line of some jobs: what credit notes took off that is not to be invoiced again, beside what was used and
 * invoiced. `stands`: the quantity that is left invoiced.
 */
export const listCreditedNets = (db: TenantDb, jobids: readonly string[]) => credited.all(db, { jobids })
