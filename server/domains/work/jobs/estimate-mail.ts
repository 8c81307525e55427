import { jobOfEstimateMail } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { recordHistory } from '#server/history.ts'
import type { MailOutcomes } from '#server/mail/apply-decision.ts'
import { setEstimateSent, withdrawAcceptance } from './mark-estimate-sent.ts'
import { touchJob } from './touch-job.ts'

export function markEstimateWaiting(tx: Tx, jobid: string, mailid: string) {
  withdrawAcceptance(tx, jobid)
  setEstimateMail(tx, jobid, mailid)
  touchJob(tx, jobid)
}

export const estimateMailOutcomes: MailOutcomes = {
  onSent(tx, id, { estimate, to }) {
    if (!estimate) return
    const { jobid, validuntil } = estimate
    recordHistory(tx, 'jobs', jobid, [{ field: 'estimate', oldvalue: '', newvalue: `sent to ${to}` }])
    if (jobOfEstimateMail(tx.db, id)) setEstimateMail(tx, jobid, null)
    setEstimateSent(tx, jobid, validuntil)
  },

  onUndeliverable(tx, id, _mail, why) {
    const jobid = jobOfEstimateMail(tx.db, id)
    if (!jobid) return
    recordHistory(tx, 'jobs', jobid, [{ field: 'estimate', oldvalue: '', newvalue: `not sent. ${why}` }])
    setEstimateMail(tx, jobid, null)
    touchJob(tx, jobid)
  },
}

const setEstimateMail = (tx: Tx, jobid: string, mailid: string | null) =>
  prepared(tx.db, 'UPDATE jobs SET estimatemailid = ? WHERE id = ?').run([mailid, jobid])
