import { APPROVE } from '#db/job-status.ts'
import { listJobLinkCodes } from '#db/queries/work/job-links.ts'
import { jobOfEstimateMail } from '#db/queries/work/jobs.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { Encryption } from '#server/encryption.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { RecordMailOutcomes } from '#server/mail/apply-decision.ts'
import { withdrawDeadLinks } from '#server/mail/dead-links.ts'
import { withdrawMails } from '#server/mail/papers.ts'
import { newerWaits } from '#server/mail/waiting-mails.ts'
import { getRecord } from '#server/records.ts'
import { setEstimateSent, withdrawAcceptance } from './mark-estimate-sent.ts'
import { touchJob } from './touch-job.ts'

export function markEstimateWaiting(tx: Tx, jobid: string, mailid: string) {
  withdrawAcceptance(tx, jobid)
  setEstimateMail(tx, jobid, mailid)
  touchJob(tx, jobid)
}

/** Once it is decided: the mail would offer anew what was answered. */
export function withdrawEstimateMails(tx: Tx, jobid: string, why: string) {
  for (const mailid of withdrawMails(tx, { kind: 'estimate', id: jobid }, { why })) freeJob(tx, mailid)
}

/** Once a link of theirs was replaced or withdrawn. */
export function withdrawDeadJobMails(
  tx: Tx,
  encryption: Encryption,
  jobid: string,
  kind: 'estimate' | 'card',
) {
  const links = listJobLinkCodes(tx.db, jobid)
  for (const mailid of withdrawDeadLinks(tx, encryption, [{ kind, id: jobid }], links).ids)
    freeJob(tx, mailid)
}

export const estimateMailOutcomes: RecordMailOutcomes = {
  onSent(tx, id, { estimate, to }) {
    if (!estimate) return
    const { jobid, validuntil } = estimate
    recordHistory(tx, 'jobs', jobid, [{ field: 'estimate', oldvalue: '', newvalue: `sent to ${to}` }])
    const named = jobOfEstimateMail(tx.db, id) !== undefined
    if (named) setEstimateMail(tx, jobid, null)
    const { estimatesentutc, status, acceptedby } = getRecord(tx.db, jobs, jobid)
    const decided = status >= APPROVE || acceptedby !== ''
    // What was sent, and since decided or sent anew, was sent then.
    if (estimatesentutc !== null && (decided || !named)) return touchJob(tx, jobid)
    setEstimateSent(tx, jobid, validuntil)
  },

  onUndeliverable: (tx, id) => freeJob(tx, id),

  /** It is no new offer: whoever accepted it in another way keeps to that. */
  onSentAgain(tx, id, { estimate }) {
    if (!estimate) return
    const { reference, status, acceptedby, estimatemailid } = getRecord(tx.db, jobs, estimate.jobid)
    if (estimatemailid) throw newerWaits(`the estimate of ${reference}`)
    if (status < APPROVE && acceptedby !== '')
      throw new Problem(
        409,
        `${acceptedby} accepted the estimate of ${reference} since: to offer it anew, send it from the job.`,
        { code: 'accepted' },
      )
    markEstimateWaiting(tx, estimate.jobid, id)
  },
}

function freeJob(tx: Tx, mailid: string) {
  const jobid = jobOfEstimateMail(tx.db, mailid)
  if (!jobid) return
  setEstimateMail(tx, jobid, null)
  touchJob(tx, jobid)
}

const setEstimateMail = (tx: Tx, jobid: string, mailid: string | null) =>
  prepared(tx.db, 'UPDATE jobs SET estimatemailid = ? WHERE id = ?').run([mailid, jobid])
