import { findOpenLink } from '#db/queries/work/job-links.ts'
import { setEstimateSent } from '#server/domains/work/jobs/mark-estimate-sent.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import type { Services } from '#server/services.ts'
import { isUnsent, markLinkOpened, validUntil } from './answer-link.ts'
import type { ReadLink } from './link-reader.ts'

const CLIENT = { userid: null, name: 'Client' }

/** Once. An estimate that reached its reader was sent, in whatever way. */
export async function recordOpened({ tenants }: Services, { accountid, codehash, link }: ReadLink) {
  if (link.openedutc !== null) return
  await tenants.write(accountid, CLIENT, (tx) => {
    const now = findOpenLink(tx.db, codehash)
    if (!now || now.openedutc !== null) return
    markLinkOpened(tx, now)
    if (now.purpose === 'approve' && isUnsent(tx, now.jobid)) setEstimateSent(tx, now.jobid, validUntil(now))
    else touchJob(tx, now.jobid)
  })
}
