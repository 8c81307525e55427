import { and, asc, desc, eq, getTableColumns, gt, isNotNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import {
  assertions,
  boards,
  category_fields,
  job_categories,
  job_fields,
  jobs,
  materials,
} from '#db/schema/tenant/index.ts'
import { isTrue, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const selectAssertions = (q: QueryBuilder) =>
  q
    .select({ ...getTableColumns(assertions), boardname: boards.name })
    .from(assertions)
    .leftJoin(boards, eq(boards.id, assertions.boardid))

const allAssertions = statement((q) =>
  selectAssertions(q).orderBy(
    asc(assertions.archived),
    asc(assertions.lane),
    desc(assertions.blocks),
    asc(assertions.kind),
    asc(boards.name),
  ),
)
export type AssertionRow = RowOf<typeof allAssertions>

export const listAssertions = (db: TenantDb) => allAssertions.all(db)

const oneAssertion = statement((q, p: Params<{ id: string }>) =>
  selectAssertions(q).where(eq(assertions.id, p.id)),
)

export const assertionById = (db: TenantDb, id: string) => oneAssertion.get(db, { id })

const isFilled = (text: SQLWrapper) => isTrue(sql`trim(${text}) <> ''`)
const lines = sql`SELECT count(*) FROM ${materials}
  WHERE ${materials.jobid} = ${jobs.id} AND ${materials.archived} = 0`

const facts = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      client: isTrue(isNotNull(jobs.client)),
      location: isTrue(isNotNull(jobs.location)),
      assignee: isTrue(isNotNull(jobs.assignee)),
      description: isFilled(jobs.description),
      customerreference: isFilled(jobs.customerreference),
      finish: isTrue(isNotNull(jobs.finish)),
      scheduled: isTrue(gt(sql`coalesce(${jobs.scheduledminutes}, 0)`, 0)),
      categories: sql<number>`(SELECT count(*) FROM ${job_categories} WHERE ${job_categories.jobid} = ${jobs.id})`,
      outputs: sql<number>`(${lines} AND ${materials.role} = 2)`,
      unpriced: sql<number>`(${lines} AND ${materials.nonbillable} = 0 AND ${materials.linerate} = 0)`,
      empty: sql<string | null>`(SELECT group_concat(label, ', ') FROM (
        SELECT DISTINCT ${category_fields.label} FROM ${job_categories}
        JOIN ${category_fields} ON ${and(
          eq(category_fields.category, job_categories.categoryid),
          eq(category_fields.archived, false),
          eq(category_fields.compulsary, true),
        )}
        LEFT JOIN ${job_fields} ON ${and(
          eq(job_fields.jobid, job_categories.jobid),
          eq(job_fields.fieldid, category_fields.id),
        )}
        WHERE ${job_categories.jobid} = ${jobs.id} AND ${job_fields.value} IS NULL ORDER BY ${category_fields.id}))`,
    })
    .from(jobs)
    .where(eq(jobs.id, p.jobid)),
)

export type JobFacts = RowOf<typeof facts>

export const findJobFacts = (db: TenantDb, jobid: string) => facts.get(db, { jobid })
