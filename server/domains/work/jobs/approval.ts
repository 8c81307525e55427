import { APPROVE, COMPLETE, isLane } from '#db/job-status.ts'
import { reserveAnew } from '#db/queries/stock/reservations.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { makeFirstIteration } from '#server/domains/work/jobsteps/make-iteration.ts'
import { endTimersOfJob } from '#server/domains/work/timesheet/end-timers.ts'
import { recordHistory } from '#server/history.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { shortDate } from '#views/format.ts'
import { withdrawBegin } from './begin-job.ts'
import { withdrawEstimateMails } from './estimate-mail.ts'
import { quotedTotal } from './job-totals.ts'

/** Whoever approves: a person with `jobs.approve`, or nobody of the account, with the name of the client's own. */
type Approver = { userid: string | null; name: string }

const SET =
  'UPDATE jobs SET approvedutc = ?, approvedby = ?, approvedname = ?, approvedcents = ? WHERE id = ?'

/** Decision F1: with it the job gets its steps (F7). The right to do so is checked before. */
export function approveJob(tx: Tx, jobid: string, { userid, name }: Approver = tx.by) {
  prepared(tx.db, SET).run([tx.now, userid, name, quotedTotal(tx.db, jobid) || null, jobid])
  recordHistory(tx, 'jobs', jobid, [{ field: 'approved', oldvalue: '', newvalue: `by ${name}` }])
  withdrawEstimateMails(tx, jobid, 'The job was approved.')
  reserveAnew(tx.db, jobid)
  makeFirstIteration(tx, jobid)
}

/** What a move does to the approval: into Approve or beyond gives it, back to the lanes before takes it away. */
export function moveApproval(tx: Tx, job: JobPlaceRow, status: number) {
  if (job.template) return
  if (isLane(status) && status >= APPROVE && job.approvedutc === null) approveJob(tx, job.id)
  const withdraws = status < APPROVE && job.approvedutc !== null && laneBefore(job) >= APPROVE
  if (withdraws) {
    withdrawApproval(tx, job)
    withdrawBegin(tx, job)
  }
  if (withdraws || status > APPROVE) endTimersOfJob(tx, job.id)
}

const laneBefore = ({ status, statusbefore }: JobPlaceRow) =>
  isLane(status) ? status : (statusbefore ?? COMPLETE)

function withdrawApproval(tx: Tx, { id, approvedutc, approvedname }: JobPlaceRow) {
  const day = todayIn(readZone(tx.db), new Date(approvedutc as string))
  prepared(tx.db, SET).run([null, null, '', null, id])
  recordHistory(tx, 'jobs', id, [
    {
      field: 'approved',
      oldvalue: `${approvedname ? `by ${approvedname} ` : ''}on ${shortDate(day)}`,
      newvalue: '',
    },
  ])
}
