import { listTemplateRepeats, type RepeatRow, setRepeated } from '#db/queries/work/frequency.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { copyJob, makeRepeat } from './make-due-jobs.ts'
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

type Next = { template: string; category?: string | null; how: 'make' | 'skip' }

/** Makes the next of a template before its day, or lets it out; the one after comes on its own day. @throws 404, 403, 400 */
export function takeNextRepeat(tx: Tx, viewer: Viewer, { template, category, how }: Next): string | null {
  const row = getTemplateRepeat(tx.db, viewer, { template, category })
  const repeat = planRepeat(tx.db, row, new Date(tx.now))
  if (!repeat) throw doesNotRepeat(row.reference)
  const date = repeat.due[0] ?? repeat.next
  setRepeated(tx.db, { template, category: row.category, frequency: row.frequency, done: date })
  recordHistory(tx, 'jobs', template, [
    { field: how === 'make' ? 'repeat made' : 'repeat skipped', oldvalue: '', newvalue: date },
  ])
  return how === 'make' ? makeRepeat(tx, repeat, date) : null
}

/** @throws 404, 403, 400 for what does not repeat, or by several categories of which none is named */
export function getTemplateRepeat(
  db: TenantDb,
  viewer: Viewer,
  { template, category }: Omit<Next, 'how'>,
): RepeatRow {
  const { id, reference } = getPermittedJob(db, viewer, template)
  const found = listTemplateRepeats(db, id).filter((one) => !category || one.category === category)
  if (found.length > 1)
    throw invalid({
      category: `${reference} comes again by ${found.map(({ name }) => name).join(' and ')}: choose one.`,
    })
  if (!found[0]) throw doesNotRepeat(reference)
  return found[0]
}

const doesNotRepeat = (reference: string) =>
  new Problem(400, `${reference} does not repeat: it is to be a template of a category that does.`)
