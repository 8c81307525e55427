import { findRepeat, setRepeated } from '#db/queries/work/frequency.ts'
import { categories, jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { copyJob } from './make-due-jobs.ts'
import { planRepeat } from './plan-repeat.ts'

/** A copy that stands on no board. @throws 404, 403 */
export function saveAsTemplate(tx: Tx, viewer: Viewer, jobid: string): string {
  const { id } = getPermittedJob(tx.db, viewer, jobid)
  return copyJob(tx, getRecord(tx.db, jobs, id), { template: true, start: null })
}

/** @throws 404, 403, 400 for a job that is no template */
export function addFromTemplate(tx: Tx, viewer: Viewer, templateid: string, start: string | null): string {
  const { id } = getPermittedJob(tx.db, viewer, templateid)
  const source = getRecord(tx.db, jobs, id)
  if (!source.template) throw new Problem(400, `${source.reference} is no template: save it as one first.`)
  return copyJob(tx, source, { template: false, start })
}

/** Makes the next of a category before its day, or lets it out; the one after comes on its own day. @throws 404, 403, 400 */
export function takeNextRepeat(
  tx: Tx,
  viewer: Viewer,
  category: string,
  how: 'make' | 'skip',
): string | null {
  const { name } = getRecord(tx.db, categories, category)
  const row = findRepeat(tx.db, category)
  const repeat = row && planRepeat(tx.db, row, new Date(tx.now))
  if (!row || !repeat) throw new Problem(400, `${name} does not repeat: it needs a frequency and a template.`)
  getPermittedJob(tx.db, viewer, repeat.template.id)
  const date = repeat.due ?? repeat.next
  setRepeated(tx.db, category, row.frequency, date)
  recordHistory(tx, 'categories', category, [
    { field: how === 'make' ? 'repeat made' : 'repeat skipped', oldvalue: '', newvalue: date },
  ])
  return how === 'make' ? copyJob(tx, repeat.template, { template: false, start: date }) : null
}
