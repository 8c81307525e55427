import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { ON_LANES } from '#db/job-status.ts'
import {
  boards,
  categories,
  clients,
  job_categories,
  jobs,
  template_repeats,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** Templates are few, so they are looked at first. */
const repeats = (q: QueryBuilder) =>
  q
    .select({
      template: jobs.id,
      start: jobs.start,
      finish: jobs.finish,
      created: jobs.created,
      reference: jobs.reference,
      description: jobs.description,
      boardid: jobs.boardid,
      location: jobs.location,
      category: categories.id,
      name: categories.name,
      frequency: categories.frequency,
      updatedutc: categories.updatedutc,
      /** What has been made up to `done` was made at this frequency; null before the first look. */
      seen: template_repeats.frequency,
      done: template_repeats.done,
    })
    .from(jobs)
    .crossJoin(job_categories)
    .crossJoin(categories)
    .crossJoin(boards)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(
      template_repeats,
      and(eq(template_repeats.template, jobs.id), eq(template_repeats.category, categories.id)),
    )

const comesAgain = and(
  sql`${jobs.template} = 1 AND ${jobs.status} ${sql.raw(ON_LANES)}`,
  eq(job_categories.jobid, jobs.id),
  eq(categories.id, job_categories.categoryid),
  eq(categories.jobcategory, true),
  eq(categories.archived, false),
  ne(categories.frequency, 'standalone'),
  eq(boards.id, jobs.boardid),
  eq(boards.archived, false),
  or(isNull(clients.id), eq(clients.archived, false)),
)

const all = statement((q) => repeats(q).where(comesAgain).orderBy(asc(jobs.id), asc(categories.name)))
export type RepeatRow = RowOf<typeof all>

/** Each template with each repeating category that it is of. */
export const listRepeats = (db: TenantDb) => all.all(db)

const ofCategory = statement((q, p: Params<{ category: string }>) =>
  repeats(q)
    .where(and(comesAgain, eq(categories.id, p.category)))
    .orderBy(asc(jobs.id)),
)

export const listCategoryRepeats = (db: TenantDb, category: string) => ofCategory.all(db, { category })

const ofTemplate = statement((q, p: Params<{ template: string }>) =>
  repeats(q)
    .where(and(comesAgain, eq(jobs.id, p.template)))
    .orderBy(asc(categories.name)),
)

export const listTemplateRepeats = (db: TenantDb, template: string) => ofTemplate.all(db, { template })

type Made = { template: string; category: string; frequency: string; done: string }

export const setRepeated = (db: TenantDb, { template, category, frequency, done }: Made) =>
  prepared(
    db,
    `INSERT INTO template_repeats (template, category, frequency, done) VALUES (?, ?, ?, ?)
     ON CONFLICT (template, category) DO UPDATE SET frequency = excluded.frequency, done = excluded.done`,
  ).run([template, category, frequency, done])

const ofJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ name: categories.name, frequency: categories.frequency })
    .from(job_categories)
    .innerJoin(categories, eq(categories.id, job_categories.categoryid))
    .where(
      and(
        eq(job_categories.jobid, p.jobid),
        eq(categories.archived, false),
        ne(categories.frequency, 'standalone'),
      ),
    )
    .orderBy(asc(categories.name)),
)

/** The categories of a job that come again, with how often. */
export const listJobFrequencies = (db: TenantDb, jobid: string) => ofJob.all(db, { jobid })

const named = statement((q, p: Params<{ name: string; frequency: string }>) =>
  q
    .select({ id: categories.id })
    .from(categories)
    .where(
      and(
        eq(categories.name, p.name),
        eq(categories.frequency, p.frequency),
        eq(categories.jobcategory, true),
        eq(categories.archived, false),
      ),
    )
    .limit(1),
)

export const findRepeatCategory = (db: TenantDb, of: { name: string; frequency: string }) => named.get(db, of)
