import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { DRAFT } from '#db/job-status.ts'
import { repeatingCategories, setRepeated } from '#db/queries/work/frequency.ts'
import { copyLines } from '#db/queries/work/materials.ts'
import { job_categories, job_fields } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { daysAfter, daysBetween } from '#server/dates.ts'
import type { JobValues } from '#server/domains/work/jobs/check-references.ts'
import { copiedJobFields } from '#server/domains/work/jobs/fields.ts'
import { insertJob } from '#server/domains/work/jobs/save-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { recordHistory } from '#server/history.ts'
import { planRepeat, type Repeat } from './plan-repeat.ts'

export const hasDueJobs = (db: Tx['db'], now: Date): boolean =>
  repeatingCategories(db).some((row) => {
    const repeat = planRepeat(db, row, now)
    return repeat !== undefined && (repeat.due !== undefined || row.seen !== row.frequency)
  })

/** Decision C6: one for the latest date, however many have gone by. Run twice it makes nothing the second time. */
export function makeDueJobs(tx: Tx, only: { boardid?: string; upto?: string } = {}): string[] {
  return repeatingCategories(tx.db).flatMap((row) => {
    const repeat = planRepeat(tx.db, row, new Date(tx.now), only.upto)
    if (!repeat || (only.boardid && repeat.template.boardid !== only.boardid)) return []
    if (repeat.due || row.seen !== row.frequency)
      setRepeated(tx.db, row.category, row.frequency, repeat.due ?? repeat.done)
    return repeat.due ? [copyJob(tx, repeat.template, { template: false, start: repeat.due })] : []
  })
}

type Source = Repeat['template']
type Copy = { template: boolean; start: string | null }

/** A new job, or a template, with the fields, lines and steps of another; nothing of it is used or worked yet. */
export function copyJob(tx: Tx, source: Source, { template, start: date }: Copy): string {
  const id = randomUUIDv7()
  const categories = tx.db
    .select({ id: job_categories.categoryid })
    .from(job_categories)
    .where(eq(job_categories.jobid, source.id))
    .all()
  const { boardid, start, finish } = source
  insertJob(
    tx,
    {
      ...copiedFields(source),
      id,
      boardid,
      status: DRAFT,
      template,
      start: date,
      finish: date && start && finish ? daysAfter(date, daysBetween(start, finish)) : null,
    },
    categories.map((one) => one.id),
  )
  copyCategoryFields(tx, source.id, id)
  if (copyLines(tx.db, tx.now, source.id, id) > 0) touchJob(tx, id)
  recordHistory(tx, 'jobs', id, [{ field: 'template', oldvalue: '', newvalue: source.reference }])
  return id
}

const copiedFields = (source: Source) =>
  Object.fromEntries(copiedJobFields.map((name) => [name, source[name]])) as JobValues

function copyCategoryFields(tx: Tx, from: string, to: string) {
  const held = tx.db.select().from(job_fields).where(eq(job_fields.jobid, from)).all()
  if (held.length > 0)
    tx.db
      .insert(job_fields)
      .values(held.map((field) => ({ ...field, jobid: to })))
      .run()
}
