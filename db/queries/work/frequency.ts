import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type RepeatRow = {
  category: string
  name: string
  frequency: string
  updatedutc: string
  /** What has been made up to `done` was made at this frequency; null before the first look. */
  seen: string | null
  done: string | null
  /** The newest template in use of the category, if there is one. */
  template: string | null
}

// Templates are few, and the newest is looked at first.
const REPEATS = `
  SELECT k.id AS category, k.name, k.frequency, k.updatedutc, f.frequency AS seen, f.done,
    (SELECT j.id FROM jobs AS j INDEXED BY jobs_template
     CROSS JOIN job_categories AS jc ON jc.jobid = j.id AND jc.categoryid = k.id
     JOIN boards AS b ON b.id = j.boardid AND b.archived = 0
     LEFT JOIN clients AS c ON c.id = j.client
     WHERE j.template = 1 AND j.status BETWEEN 1 AND 4 AND coalesce(c.archived, 0) = 0
     ORDER BY j.id DESC LIMIT 1) AS template
  FROM categories AS k LEFT JOIN job_frequencies AS f ON f.category = k.id
  WHERE k.jobcategory = 1 AND k.archived = 0`

/** The job categories that repeat, each with its newest template. */
export const repeatingCategories = (db: TenantDb) =>
  prepared<RepeatRow>(db, `${REPEATS} AND k.frequency <> 'standalone'`).all()

export const findRepeat = (db: TenantDb, category: string) =>
  prepared<RepeatRow>(db, `${REPEATS} AND k.id = ?`).get([category])

/** Keeps the day up to which the jobs of a category have been made. */
export const setRepeated = (db: TenantDb, category: string, frequency: string, done: string) =>
  prepared(
    db,
    `INSERT INTO job_frequencies (category, frequency, done) VALUES (?, ?, ?)
     ON CONFLICT (category) DO UPDATE SET frequency = excluded.frequency, done = excluded.done`,
  ).run([category, frequency, done])
