import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { categories, category_fields, job_categories, job_fields } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const selectFields = (db: TenantDb) =>
  db
    .select({ field: category_fields, categoryname: categories.name })
    .from(category_fields)
    .innerJoin(categories, eq(categories.id, category_fields.category))

export type CategoryFieldRow = NonNullable<ReturnType<typeof fieldById>>

export const fieldById = (db: TenantDb, id: string) =>
  selectFields(db).where(eq(category_fields.id, id)).get()

export const listCategoryFields = (db: TenantDb, category: string, archived = false) =>
  selectFields(db)
    .where(
      and(eq(category_fields.category, category), archived ? undefined : eq(category_fields.archived, false)),
    )
    .orderBy(asc(category_fields.archived), asc(category_fields.id))
    .all()

const jobFieldValues = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: category_fields.id,
      label: category_fields.label,
      compulsary: category_fields.compulsary,
      typeid: category_fields.typeid,
      category: category_fields.category,
      categoryname: categories.name,
      value: job_fields.value,
    })
    .from(job_categories)
    .innerJoin(categories, eq(categories.id, job_categories.categoryid))
    .innerJoin(category_fields, eq(category_fields.category, categories.id))
    .leftJoin(
      job_fields,
      and(eq(job_fields.jobid, job_categories.jobid), eq(job_fields.fieldid, category_fields.id)),
    )
    .where(
      and(
        eq(job_categories.jobid, p.jobid),
        // A field that was archived stays where a job holds something in it.
        or(eq(category_fields.archived, false), isNotNull(job_fields.value)),
      ),
    )
    .orderBy(asc(sql`${categories.name} COLLATE NOCASE`), asc(categories.id), asc(category_fields.id)),
)
export type JobFieldValue = RowOf<typeof jobFieldValues>

export const listJobFieldValues = (db: TenantDb, jobid: string) => jobFieldValues.all(db, { jobid })

export function putJobFieldValue(db: TenantDb, jobid: string, fieldid: string, value: string) {
  if (value === '')
    return prepared(db, 'DELETE FROM job_fields WHERE jobid = ? AND fieldid = ?').run([jobid, fieldid])
  return prepared(
    db,
    `INSERT INTO job_fields (jobid, fieldid, value) VALUES (?, ?, ?)
     ON CONFLICT (jobid, fieldid) DO UPDATE SET value = excluded.value`,
  ).run([jobid, fieldid, value])
}
