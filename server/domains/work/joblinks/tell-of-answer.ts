import type { OpenLink } from '#db/queries/work/job-links.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { assigneeOfJob } from '#db/queries/work/workers.ts'
import type { Tx } from '#db/tenants.ts'
import { canUserSeeJob } from '#server/access/viewer-of-user.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { notify } from '#server/notifications/notify.ts'
import type { GivenAnswer } from './answer-link.ts'
import { answerVerb, sayBeside } from './answer-verbs.ts'

/** The assignee, and whoever sent the link, if they may see the job. */
export function tellOfAnswer(
  tx: Tx,
  link: OpenLink,
  { answer, name, comment, beside }: GivenAnswer,
  stays?: string,
) {
  const job = findJobPlace(tx.db, link.jobid)
  if (!job) return
  const open = jobLinks(tx.db)(job.boardid, link.reference)
  const words = `${answerVerb(link.purpose, answer)} by ${name}, job ${link.reference}${sayBeside(beside)}${comment && `: ${comment}`}`
  const message = stays ? `${words} It stays on its lane: ${stays}` : words
  for (const userid of new Set([assigneeOfJob(tx.db, link.jobid), link.userid]))
    if (userid && canUserSeeJob(tx.db, userid, job))
      notify(tx, {
        userid,
        type: answer === 'approve' ? 'success' : 'warning',
        code: 'answer',
        message,
        open,
      })
}
