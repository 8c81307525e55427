import { findOpenLink, linkPdf, setLinkSent } from '#db/queries/work/job-links.ts'
import type { Tx } from '#db/tenants.ts'
import { linkSite } from '#server/access/link-site.ts'
import { hashSecret } from '#server/access/tokens.ts'
import { limitMails, mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { recordOffer } from '#server/domains/work/jobdocuments/estimate-revision.ts'
import { markEstimateWaiting } from '#server/domains/work/jobs/estimate-mail.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { Context } from '#server/http/context.ts'
import { mailWaitsUntil } from '#server/mail/queued-mail.ts'
import { readZone } from '#server/zone.ts'
import { lastMoment } from '#views/work/joblinks/words.ts'
import { isLive } from './answer-link.ts'
import { createLink, type LinkRequest, type MadeLink, type PlannedLink, planLink } from './create-link.ts'
import { kindOfPurpose } from './purposes.ts'
import { isOutdated } from './shown.ts'

type Letter = { to: string; subject: string; message: string }
/** `code`: of a link that was made before, and goes out by this mail too. */
type MailedLink = LinkRequest & { code?: string }
type Mailed = { what: string; mailid: string }

/** E-mails the paper with a link to answer by; the link and the mail are made in one transaction. Returns what was sent. */
export async function mailLink(c: Context, { code, ...asked }: MailedLink, letter: Letter): Promise<Mailed> {
  const sentto = parseRecipient(letter)
  await limitMails(c.services.platform, c.person)
  const send = (tx: Tx, made: MadeLink, planned: PlannedLink) => {
    const mailid = mailPaper(tx, c, { ...asked, sentto }, letter, made, planned)
    return { what: planned.paper, mailid }
  }
  if (!code) return createLink(c, { ...asked, sentto }, send)
  return c.write((tx, viewer) => {
    const planned = planLink(tx.db, viewer, asked)
    const made = takeLink(tx, linkSite(c), asked, code)
    setLinkSent(tx.db, made.id, sentto, planned.expiresutc)
    return send(tx, { ...made, expires: planned.expiresutc }, planned)
  })
}

function takeLink(tx: Tx, site: string, asked: LinkRequest, code: string): MadeLink {
  const link = findOpenLink(tx.db, hashSecret(code))
  const works = link?.jobid === asked.jobid && isLive(link, asked.purpose, tx.now) && !isOutdated(tx.db, link)
  const bytes = works ? linkPdf(tx.db, link.id) : undefined
  if (!works || !bytes)
    throw new Problem(
      409,
      'The link that was made here was answered, or does not work any more. Close this and begin again.',
    )
  const url = `${site}/www/job/${asked.purpose}/${code}`
  return { id: link.id, url, expires: link.expiresutc, bytes }
}

const buttons = { approve: 'Look at the estimate and answer', accept: 'Look at the work and answer' }

function mailPaper(
  tx: Tx,
  c: Context,
  { jobid, purpose, sentto = '' }: LinkRequest,
  letter: Letter,
  { url, expires, bytes }: MadeLink,
  { subject, shown, paper }: PlannedLink,
) {
  const { job } = subject.job
  const isEstimate = shown.document === 'estimate'
  const mailid = mailDocument(tx, c.services.encryption, c.person, letter, {
    name: paper,
    organisation: shown.data.organisation,
    bytes,
    record: { entity: 'jobs', id: jobid },
    paper: { kind: kindOfPurpose[purpose], id: jobid },
    link: { url, label: buttons[purpose], until: lastMoment(expires, readZone(tx.db)), once: true },
    ...(isEstimate && { estimate: { jobid, validuntil: shown.data.validuntil } }),
    open: jobLinks(tx.db)(job.boardid, job.reference),
  })
  const until = mailWaitsUntil(c.services, { accountid: c.person.accountid })
  recordHistory(tx, 'jobs', jobid, [
    { field: 'e-mailed', oldvalue: '', newvalue: `${paper} to ${sentto}${until ? `, waits ${until}` : ''}` },
  ])
  if (isEstimate) {
    recordOffer(tx, jobid, shown.data)
    markEstimateWaiting(tx, jobid, mailid)
  }
  return mailid
}
