import { and, eq, ne, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { ON_LANES } from '#db/job-status.ts'
import {
  boards,
  categories,
  clients,
  job_categories,
  job_frequencies,
  jobs,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

// Templates are few, and the newest is looked at first.
const newestTemplate = sql<string | null>`(SELECT ${jobs.id} FROM ${jobs} INDEXED BY jobs_template
  CROSS JOIN ${job_categories} ON ${job_categories.jobid} = ${jobs.id} AND ${job_categories.categoryid} = ${categories.id}
  JOIN ${boards} ON ${boards.id} = ${jobs.boardid} AND ${boards.archived} = 0
  LEFT JOIN ${clients} ON ${clients.id} = ${jobs.client}
  WHERE ${jobs.template} = 1 AND ${jobs.status} ${sql.raw(ON_LANES)} AND coalesce(${clients.archived}, 0) = 0
  ORDER BY ${jobs.id} DESC LIMIT 1)`

const repeats = (q: QueryBuilder) =>
  q
    .select({
      category: categories.id,
      name: categories.name,
      frequency: categories.frequency,
      updatedutc: categories.updatedutc,
      /** What has been made up to `done` was made at this frequency; null before the first look. */
      seen: job_frequencies.frequency,
      done: job_frequencies.done,
      template: newestTemplate,
    })
    .from(categories)
    .leftJoin(job_frequencies, eq(job_frequencies.category, categories.id))
const inUse = and(eq(categories.jobcategory, true), eq(categories.archived, false))

const repeating = statement((q) => repeats(q).where(and(inUse, ne(categories.frequency, 'standalone'))))
export type RepeatRow = RowOf<typeof repeating>

export const repeatingCategories = (db: TenantDb) => repeating.all(db)

const one = statement((q, p: Params<{ category: string }>) =>
  repeats(q).where(and(inUse, eq(categories.id, p.category))),
)

export const findRepeat = (db: TenantDb, category: string) => one.get(db, { category })

export const setRepeated = (db: TenantDb, category: string, frequency: string, done: string) =>
  prepared(
    db,
    `INSERT INTO job_frequencies (category, frequency, done) VALUES (?, ?, ?)
     ON CONFLICT (category) DO UPDATE SET frequency = excluded.frequency, done = excluded.done`,
  ).run([category, frequency, done])
