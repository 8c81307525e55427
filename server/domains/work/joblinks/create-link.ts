import { randomUUIDv7 } from 'bun'
import { endLink, listJobLinks } from '#db/queries/work/job-links.ts'
import { job_link_pdfs, job_links, type LinkPurpose } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { newLinkCode } from '#server/access/link-code.ts'
import { linkSite } from '#server/access/link-site.ts'
import { hashSecret } from '#server/access/tokens.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { checkMayPrint } from '#server/documents/document-kinds.ts'
import { print } from '#server/documents/print.ts'
import { readSubject, type Subject } from '#server/domains/work/jobdocuments/build-job-document.ts'
import { withdrawDeadJobMails } from '#server/domains/work/jobs/estimate-mail.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { Context } from '#server/http/context.ts'
import { whileConnected } from '#server/while-connected.ts'
import { estimateName } from '#views/documents/estimate-name.ts'
import { linkExpiry } from './link-expiry.ts'
import { kindOfPurpose } from './purposes.ts'
import { answerable, buildShown, type Shown } from './shown.ts'

export type LinkRequest = {
  jobid: string
  purpose: LinkPurpose
  expires?: string
  organisationid?: string
  sentto?: string
}
export type PlannedLink = { subject: Subject; shown: Shown; expiresutc: string; paper: string }
export type MadeLink = { id: string; url: string; expires: string; bytes: Uint8Array }

const ATTEMPTS = 3
class Stale extends Error {}

/** @throws 404, 403, 400 */
export function planLink(db: TenantDb, viewer: Viewer, asked: LinkRequest): PlannedLink {
  const { jobid, purpose } = asked
  const job = getPermittedJob(db, viewer, jobid)
  checkMayPrint(viewer.claims, purpose === 'approve' ? 'estimate' : 'card')
  if (job.template) throw new Problem(400, 'This is a template: there is nothing to send.')
  if (!answerable[purpose].includes(job.status)) throw new Problem(400, refusal(db, purpose, job.status))
  const subject = readSubject(db, viewer, jobid, asked.organisationid)
  const shown = buildShown(purpose, subject)
  const estimate = shown.document === 'estimate' ? shown.data : undefined
  const paper = estimate ? estimateName(job.reference, estimate.revision) : `Job card ${job.reference}`
  return { subject, shown, expiresutc: linkExpiry(db, asked.expires, estimate?.validuntil), paper }
}

const refusal = (db: TenantDb, purpose: LinkPurpose, status: number) =>
  purpose === 'approve'
    ? `This job is ${statusName(db, status)}: its estimate is not sent any more.`
    : `This job is ${statusName(db, status)}: it is accepted once work on it has begun.`

/**
 * What a client will see is printed first, and made again in the transaction: what changed meanwhile is printed anew.
 * @throws as `planLink`, 503 when the job kept changing
 */
export async function createLink<T>(
  c: Context,
  asked: LinkRequest,
  store: (tx: Tx, made: MadeLink, planned: PlannedLink) => T,
): Promise<T> {
  for (let left = ATTEMPTS; left > 0; left--) {
    const planned = c.read((db, viewer) => planLink(db, viewer, asked))
    const bytes = await print(c.services.files, whileConnected(c), planned.shown)
    try {
      return await c.write((tx, viewer) => {
        const now = planLink(tx.db, viewer, asked)
        if (!Bun.deepEquals(now.shown, planned.shown)) throw new Stale()
        const made = insertLink(tx, linkSite(c), asked, now, bytes)
        withdrawDeadJobMails(tx, c.services.encryption, asked.jobid, kindOfPurpose[asked.purpose])
        return store(tx, made, now)
      })
    } catch (error) {
      if (!(error instanceof Stale)) throw error
    }
  }
  throw new Problem(503, 'This job kept changing while its link was made. Please try again.', {
    code: 'changing',
    retryafter: 1,
  })
}

function insertLink(
  tx: Tx,
  site: string,
  { jobid, purpose, sentto = '' }: LinkRequest,
  { subject, shown, expiresutc, paper }: PlannedLink,
  bytes: Uint8Array,
): MadeLink {
  const id = randomUUIDv7()
  const code = newLinkCode(tx.accountid)
  endLiveLink(tx, jobid, purpose)
  tx.db
    .insert(job_links)
    .values({
      ...{ id, jobid, purpose, paper, sentto, expiresutc },
      codehash: hashSecret(code),
      organisation: subject.organisation.id,
      jobversion: subject.job.job.version,
      shown: JSON.stringify(shown),
      sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
      totalcents: shown.document === 'estimate' ? (shown.data.totals.total as never) : null,
      userid: tx.by.userid,
      createdby: tx.by.name,
      createdutc: tx.now,
    })
    .run()
  tx.db
    .insert(job_link_pdfs)
    .values({ linkid: id, bytes: Buffer.from(bytes) })
    .run()
  recordHistory(tx, 'jobs', jobid, [{ field: 'link', oldvalue: '', newvalue: `${linkWords[purpose]} made` }])
  touchJob(tx, jobid)
  return { id, url: `${site}/www/job/${purpose}/${code}`, expires: expiresutc, bytes }
}

export const linkWords: Record<LinkPurpose, string> = {
  approve: 'link to approve the estimate',
  accept: 'link to accept the work',
}

/** One live code a purpose (decision F13). */
function endLiveLink(tx: Tx, jobid: string, purpose: LinkPurpose) {
  const live = listJobLinks(tx.db, jobid).find((link) => link.purpose === purpose && link.endedutc === null)
  if (live) endLink(tx.db, live.id, 'replaced', tx.now)
}
