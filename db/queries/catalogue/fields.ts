import { and, asc, eq } from 'drizzle-orm'
import { categories, category_fields } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const joined = (db: TenantDb) =>
  db
    .select({ field: category_fields, categoryname: categories.name })
    .from(category_fields)
    .innerJoin(categories, eq(categories.id, category_fields.category))

export type FieldRow = NonNullable<ReturnType<typeof fieldById>>

export const fieldById = (db: TenantDb, id: string) => joined(db).where(eq(category_fields.id, id)).get()

/** The fields of a category in the order they were added. */
export const listCategoryFields = (db: TenantDb, category: string, archived = false) =>
  joined(db)
    .where(
      and(eq(category_fields.category, category), archived ? undefined : eq(category_fields.archived, false)),
    )
    .orderBy(asc(category_fields.archived), asc(category_fields.id))
    .all()

export type JobField = {
  id: string
  label: string
  compulsary: number
  typeid: number
  category: string
  categoryname: string
  value: string | null
}

// A field that was archived stays where a job holds something in it.
const JOB_FIELDS = `
  SELECT f.id, f.label, f.compulsary, f.typeid, f.category, c.name AS categoryname, v.value
  FROM job_categories jc
  JOIN categories c ON c.id = jc.categoryid
  JOIN category_fields f ON f.category = c.id
  LEFT JOIN job_fields v ON v.jobid = jc.jobid AND v.fieldid = f.id
  WHERE jc.jobid = ? AND (f.archived = 0 OR v.value IS NOT NULL)
  ORDER BY c.name COLLATE NOCASE, c.id, f.id`

/** What the categories of a job ask of it, with what it holds. */
export const listJobFields = (db: TenantDb, jobid: string) => prepared<JobField>(db, JOB_FIELDS).all([jobid])

/** Writes what a job holds in a field; an empty value takes it away. */
export function putJobField(db: TenantDb, jobid: string, fieldid: string, value: string) {
  if (value === '')
    return prepared(db, 'DELETE FROM job_fields WHERE jobid = ? AND fieldid = ?').run([jobid, fieldid])
  return prepared(
    db,
    `INSERT INTO job_fields (jobid, fieldid, value) VALUES (?, ?, ?)
     ON CONFLICT (jobid, fieldid) DO UPDATE SET value = excluded.value`,
  ).run([jobid, fieldid, value])
}
