import { findJobPlace } from '#db/queries/work/jobs.ts'
import { assigneeOfJob } from '#db/queries/work/workers.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { canUserSeeJob } from '#server/access/viewer-of-user.ts'
import { notify } from '#server/notifications/notify.ts'
import { jobLinks } from './job-links.ts'
import { readJob } from './read-job.ts'
import { changeJob } from './save-job.ts'

/** Stores what the workshop reports back, and tells the assignee, unless they wrote it. @throws as `changeJob` */
export function respondToJob(tx: Tx, viewer: Viewer, jobid: string, html: string, version?: number) {
  const before = findJobPlace(tx.db, jobid)
  changeJob(tx, viewer, jobid, { feedback: html, version })
  const job = readJob(tx.db, viewer, jobid)
  const userid = assigneeOfJob(tx.db, jobid)
  const isNew = job.version !== before?.version && job.feedback
  if (userid && userid !== tx.by.userid && isNew && before && canUserSeeJob(tx.db, userid, before))
    notify(tx, {
      userid,
      type: 'info',
      code: 'feedback',
      message: `${tx.by.name} wrote feedback on job ${job.reference}.`,
      open: jobLinks(tx.db)(job.boardid, job.reference),
    })
  return job
}
