import { listHistory } from '#db/queries/history.ts'
import { findOpenLink } from '#db/queries/work/job-links.ts'
import type { TenantDb } from '#db/types.ts'
import { setEstimateSent } from '#server/domains/work/jobs/mark-estimate-sent.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { recordHistory } from '#server/history.ts'
import type { Services } from '#server/services.ts'
import { isUnsent, markLinkOpened, validUntil } from './answer-link.ts'
import { sayBeside } from './answer-verbs.ts'
import type { ReadLink } from './link-reader.ts'

export const CLIENT = { userid: null, name: 'Client' }
const OWN = { userid: null, name: 'Link' }

/** Once. An estimate that reached its reader was sent, in whatever way; one that its own business looks at was not. */
export async function recordOpened(
  { tenants }: Services,
  { accountid, codehash, link }: ReadLink,
  beside?: string,
) {
  if (beside) {
    const words = `${link.paper} opened by its link`
    return recordLookedAt(tenants, accountid, { table: 'jobs', id: link.jobid, words, beside })
  }
  if (link.openedutc !== null) return
  await tenants.write(accountid, CLIENT, (tx) => {
    const now = findOpenLink(tx.db, codehash)
    if (!now || now.openedutc !== null) return
    markLinkOpened(tx, now)
    if (now.purpose === 'approve' && isUnsent(tx, now.jobid)) setEstimateSent(tx, now.jobid, validUntil(now))
    else touchJob(tx, now.jobid)
  })
}

type LookedAt = { table: 'clients' | 'invoices' | 'jobs'; id: string; words: string; beside: string }

/** Once for each person of the business. */
export async function recordLookedAt(
  tenants: Services['tenants'],
  accountid: string,
  { table, id, words, beside }: LookedAt,
) {
  const newvalue = words + sayBeside(beside)
  const isKnown = (db: TenantDb) => listHistory(db, table, id).some((line) => line.newvalue === newvalue)
  if (tenants.read(accountid, isKnown)) return
  await tenants.write(accountid, OWN, (tx) => {
    if (!isKnown(tx.db)) recordHistory(tx, table, id, [{ field: 'link', oldvalue: '', newvalue }])
  })
}
