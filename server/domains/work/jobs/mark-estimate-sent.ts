import { APPROVE } from '#db/job-status.ts'
import { bumpEditedVersion } from '#db/queries/work/jobs.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { changesBetween, recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { formatJobValue } from './check-references.ts'
import { touchJob } from './touch-job.ts'

/** `validuntil`: as printed on it. */
export function markEstimateSent(tx: Tx, jobid: string, validuntil: string | undefined) {
  withdrawAcceptance(tx, jobid)
  setEstimateSent(tx, jobid, validuntil)
}

export function setEstimateSent(tx: Tx, jobid: string, validuntil: string | undefined) {
  prepared(
    tx.db,
    'UPDATE jobs SET estimatesentutc = ?, validuntil = coalesce(?, validuntil) WHERE id = ?',
  ).run([tx.now, validuntil ?? null, jobid])
  touchJob(tx, jobid)
  tx.publish('RecordChanged', [{ table: 'estimates', id: jobid }])
}

/** What is offered anew was accepted by nobody yet; of what stands approved another copy is no new offer. */
export function withdrawAcceptance(tx: Tx, jobid: string) {
  const job = getRecord(tx.db, jobs, jobid)
  const none = { acceptedby: '', acceptedon: null }
  const changes = changesBetween(job, none, (field, value) => formatJobValue(tx.db, field, value))
  if (job.status >= APPROVE || changes.length === 0) return
  prepared(tx.db, "UPDATE jobs SET acceptedby = '', acceptedon = NULL WHERE id = ?").run([jobid])
  bumpEditedVersion(tx.db, jobid)
  recordHistory(tx, 'jobs', jobid, changes)
}
