import { APPROVE, isLane } from '#db/job-status.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { changesBetween, recordHistory } from '#server/history.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatJobValue } from './check-references.ts'

type Acceptance = { acceptedby: string; acceptedon: string | null }

/** Of whom somebody named: today, unless a day was told. */
export function acceptanceDay(tx: Tx, { acceptedby, acceptedon }: Partial<Acceptance>) {
  return acceptedon || !acceptedby ? acceptedon : today(tx)
}

const today = (tx: Tx) => todayIn(readZone(tx.db), new Date(tx.now))

/** Who approves what was offered says that it is accepted; what nobody offered, nobody accepted. Taken back with the approval where nobody is named. */
export function moveAcceptanceDay(tx: Tx, job: JobPlaceRow, status: number) {
  const isOffered = job.estimatesentutc !== null || job.acceptedby !== ''
  const approves = job.status < APPROVE && status === APPROVE && isOffered
  const withdraws = isLane(job.status) && job.status >= APPROVE && status < APPROVE && !job.acceptedby
  if (!approves && !withdraws) return
  const acceptedon = withdraws ? null : (job.acceptedon ?? today(tx))
  const changes = changesBetween(job, { acceptedon }, (field, value) => formatJobValue(tx.db, field, value))
  if (changes.length === 0) return
  prepared(tx.db, 'UPDATE jobs SET acceptedon = ? WHERE id = ?').run([acceptedon, job.id])
  recordHistory(tx, 'jobs', job.id, changes)
}
