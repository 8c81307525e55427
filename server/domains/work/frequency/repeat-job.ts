import { findRepeatCategory, listJobFrequencies } from '#db/queries/work/frequency.ts'
import { categories, jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { addJob } from '#server/domains/work/jobs/save-job.ts'
import { invalid } from '#server/errors.ts'
import { getRecord, insert } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { plainRepeatName } from '#views/ui/repeat-frequencies.ts'
import type { Frequency } from './due-date.ts'
import { copyJob } from './make-due-jobs.ts'

export type Repetition = { frequency: Frequency | 'standalone'; next: string | null }

/**
 * Saves a job as a template that comes again from a day on. What comes again is a category, so one that says no more than
 * how often is found or made, unless the job is of one that says so already (decision 178).
 * @throws 404, 403, 400
 */
export function repeatJob(tx: Tx, viewer: Viewer, jobid: string, { frequency, next }: Repetition): string {
  const { id } = getPermittedJob(tx.db, viewer, jobid)
  const source = getRecord(tx.db, jobs, id)
  if (frequency === 'standalone') return copyJob(tx, source, { template: true, start: null })
  const start = checkNext(tx, next)
  const held = listJobFrequencies(tx.db, id)
  const other = held.find((one) => one.frequency !== frequency)
  if (other)
    throw invalid({
      frequency: `Jobs of ${other.name} come ${other.frequency} already: choose that, or take the category off the job first.`,
    })
  const category = held.length === 0 ? repeatCategory(tx, viewer, frequency) : undefined
  return copyJob(tx, source, { template: true, start, category })
}

type NewTemplate = Repetition & { boardid: string; description: string }

/** Begun from no job. @throws 403, 400 */
export function addTemplate(tx: Tx, viewer: Viewer, { frequency, next, ...values }: NewTemplate): string {
  const repeats = frequency !== 'standalone'
  const start = repeats ? checkNext(tx, next) : null
  const categories = repeats ? [repeatCategory(tx, viewer, frequency)] : []
  return addJob(tx, viewer, { ...values, start, categories, template: true })
}

/** @throws 400 */
function checkNext(tx: Tx, next: string | null): string {
  if (!next) throw invalid({ next: 'Say on which day it comes next.' })
  if (next < readToday(tx.db)) throw invalid({ next: 'This day is over: choose today or a later one.' })
  return next
}

function repeatCategory(tx: Tx, viewer: Viewer, frequency: Frequency): string {
  const name = plainRepeatName(frequency)
  const found = findRepeatCategory(tx.db, { name, frequency })
  if (found) return found.id
  if (!viewer.claims.has('categories.write'))
    throw invalid({
      frequency: `No job comes ${frequency} yet: somebody who may change categories has to set up the first.`,
    })
  return insert(tx, categories, { name, jobcategory: true, frequency }).id
}
