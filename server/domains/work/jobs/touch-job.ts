import { findJobPlace, type JobPlaceRow, listJobPlaces } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { JobChangedEvent } from './types.ts'

/** Call it once in the transaction of the change. */
export function touchJob(tx: Tx, jobid: string) {
  prepared(tx.db, 'UPDATE jobs SET seq = ?, updatedutc = ? WHERE id = ?').run([tx.seq, tx.now, jobid])
  publishChange(tx, jobid)
}

/** As `touchJob`, of each of them once. */
export function touchJobs(tx: Tx, jobids: readonly string[]) {
  const ids = [...new Set(jobids)]
  prepared(tx.db, 'UPDATE jobs SET seq = ?, updatedutc = ? WHERE id IN (SELECT value FROM json_each(?))').run(
    [tx.seq, tx.now, JSON.stringify(ids)],
  )
  for (const job of listJobPlaces(tx.db, ids)) publish(tx, job)
}

export function publishChange(tx: Tx, jobid: string, more: Partial<JobChangedEvent> = {}) {
  const job = findJobPlace(tx.db, jobid)
  if (job) publish(tx, job, more)
}

function publish(tx: Tx, job: JobPlaceRow, more: Partial<JobChangedEvent> = {}) {
  const { id, boardid, status, version, location } = job
  const event: JobChangedEvent = { id, boardid, status, version, locationid: location, ...more }
  tx.publish('JobChanged', [event])
}
