import { assigneeOfJob } from '#db/queries/work/workers.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { canUserSeeJob } from '#server/access/viewer-of-user.ts'
import { notify } from '#server/notifications/notify.ts'
import { getRecord } from '#server/records.ts'
import { truncate } from '#views/ui/pagetitle.tsx'
import { formatJobValue } from './check-references.ts'
import { jobLinks } from './job-links.ts'

/** Whom a job was given to hears of it, unless they took it themselves. Who may not see it is not told, but who gave it is. */
export function tellAssignee(tx: Tx, id: string) {
  const job = getRecord(tx.db, jobs, id)
  const { userid: giver, name } = tx.by
  const assignee = job.template ? undefined : assigneeOfJob(tx.db, id)
  if (!assignee || assignee === giver) return
  const userid = [assignee, giver].find((one) => one && canUserSeeJob(tx.db, one, job))
  if (!userid) return
  const about = { userid, code: 'assigned', open: jobLinks(tx.db)(job.boardid, job.reference) }
  if (userid === giver) {
    const worker = formatJobValue(tx.db, 'assignee', job.assignee)
    const message = `You assigned job ${job.reference} to ${worker}, who may not see it and was not told.`
    return notify(tx, { ...about, type: 'warning', message })
  }
  const given = giver
    ? `${name} assigned job ${job.reference} to you`
    : `Job ${job.reference} is assigned to you`
  notify(tx, { ...about, type: 'info', message: `${given}: ${truncate(job.description, 100)}` })
}
