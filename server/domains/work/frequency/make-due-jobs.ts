import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { DRAFT } from '#db/job-status.ts'
import { addRepeatInvoice } from '#db/queries/sales/repeat-invoices.ts'
import { copyLines } from '#db/queries/work/copy-lines.ts'
import { listRepeats, type RepeatRow, setRepeated } from '#db/queries/work/frequency.ts'
import { job_categories, job_fields } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { daysAfter, daysBetween } from '#server/dates.ts'
import type { JobValues } from '#server/domains/work/jobs/check-references.ts'
import { copiedJobFields } from '#server/domains/work/jobs/fields.ts'
import { insertJob } from '#server/domains/work/jobs/save-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { copyAddedSteps } from '#server/domains/work/jobsteps/added-steps.ts'
import { followItemsOfJob } from '#server/domains/work/materials/follow-items.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { planRepeat, type Repeat } from './plan-repeat.ts'
import { REPEAT_INVOICES } from './repeat-invoices-event.ts'

const isNew = (row: RepeatRow) => row.seen !== row.frequency

export const hasDueJobs = (db: Tx['db'], now: Date): boolean =>
  listRepeats(db).some((row) => {
    const repeat = planRepeat(db, row, now)
    return repeat !== undefined && (repeat.due.length > 0 || isNew(row))
  })

/** What one call may make, in one transaction. */
const MOST_JOBS = 500

/** Each template of a repeating category by itself. Run twice it makes nothing the second time. @throws 400 for too many */
export function makeDueJobs(tx: Tx, only: { boardid?: string; upto?: string } = {}): string[] {
  const planned = listRepeats(tx.db).flatMap((row) => {
    const repeat = planRepeat(tx.db, row, new Date(tx.now), only.upto)
    return repeat && (!only.boardid || repeat.template.boardid === only.boardid) ? [{ row, repeat }] : []
  })
  const count = planned.reduce((sum, { repeat }) => sum + repeat.due.length, 0)
  if (only.upto && count > MOST_JOBS)
    throw invalid({
      created: `Up to this day ${count} jobs are due, and ${MOST_JOBS} at most are made at once: name an earlier day.`,
    })
  return planned.flatMap(({ row, repeat }) => {
    const { template, category, frequency, done, due } = repeat
    if (due.length > 0 || isNew(row))
      setRepeated(tx.db, { template: template.id, category, frequency, done: due.at(-1) ?? done })
    return due.map((date) => makeRepeat(tx, repeat, date))
  })
}

/** Its invoice, where the repeat makes one, comes on the day itself (decision 174). */
export function makeRepeat(tx: Tx, { template, category }: Repeat, date: string): string {
  const jobid = copyJob(tx, template, { template: false, start: date })
  if (addRepeatInvoice(tx.db, { jobid, date, template: template.id, category }))
    tx.publish(REPEAT_INVOICES, [])
  return jobid
}

type Source = Repeat['template']
/** `category`: one more than the source is of. */
type Copy = { template: boolean; start: string | null; category?: string }

/** A new job, or a template, with the fields, lines and steps of another; nothing of it is used or worked yet. */
export function copyJob(tx: Tx, source: Source, { template, start: date, category }: Copy): string {
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
    [...categories.map((one) => one.id), ...(category ? [category] : [])],
  )
  copyCategoryFields(tx, source.id, id)
  copyAddedSteps(tx, source.id, id)
  if (copyLines(tx.db, tx.now, source.id, id) > 0) touchJob(tx, id)
  followItemsOfJob(tx, id)
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
