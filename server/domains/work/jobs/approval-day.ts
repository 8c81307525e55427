import { APPROVE, isLane } from '#db/job-status.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { changesBetween, recordHistory } from '#server/history.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatJobValue } from './check-references.ts'

type Acceptance = { status: number; acceptedby: string; acceptedon: string | null }

/** Who approves says that the estimate is accepted: today, unless a day was told. */
export function acceptanceDay(tx: Tx, { status, acceptedby, acceptedon }: Partial<Acceptance>) {
  if (acceptedon || (!acceptedby && status !== APPROVE)) return acceptedon
  return todayIn(readZone(tx.db), new Date(tx.now))
}

/** Taken back with the approval where nobody is named. */
export function moveAcceptanceDay(tx: Tx, job: JobPlaceRow, status: number) {
  const approves = job.status < APPROVE && status === APPROVE
  const withdraws = isLane(job.status) && job.status >= APPROVE && status < APPROVE && !job.acceptedby
  if (!approves && !withdraws) return
  const acceptedon = withdraws ? null : (acceptanceDay(tx, { ...job, status }) ?? null)
  const changes = changesBetween(job, { acceptedon }, (field, value) => formatJobValue(tx.db, field, value))
  if (changes.length === 0) return
  prepared(tx.db, 'UPDATE jobs SET acceptedon = ? WHERE id = ?').run([acceptedon, job.id])
  recordHistory(tx, 'jobs', job.id, changes)
}
