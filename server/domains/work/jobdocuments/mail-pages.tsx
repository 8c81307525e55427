import type { LinkPurpose } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { warnOfLink } from '#server/access/link-reach.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { checkMayPrint, type JobDocumentKind, jobDocumentKinds } from '#server/documents/document-kinds.ts'
import { findAddressee } from '#server/documents/find-addressee.ts'
import { greet } from '#server/documents/greet.ts'
import { answerAddress, limitMails, mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { print } from '#server/documents/print.ts'
import { missingBank } from '#server/domains/sales/invoices/missing-facts.ts'
import { needsApproval } from '#server/domains/work/joblinks/changed-since-approval.ts'
import { mailLink } from '#server/domains/work/joblinks/mail-link.ts'
import { newestLink } from '#server/domains/work/joblinks/present-link.ts'
import { isLinkMain, jobPublicLink, linkDay } from '#server/domains/work/joblinks/public-link.tsx'
import { kindOfPurpose, linkPurpose } from '#server/domains/work/joblinks/purposes.ts'
import { answerable } from '#server/domains/work/joblinks/shown.ts'
import { markEstimateWaiting } from '#server/domains/work/jobs/estimate-mail.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { findSampleLines } from '#server/domains/work/materials/sample-lines.ts'
import { recordHistory } from '#server/history.ts'
import type { Context, Reply } from '#server/http/context.ts'
import { choice, flag, id, object, percent, type Static, t, text } from '#server/http/fields.ts'
import { fragment, mailQueued } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { sayStillWaits } from '#server/mail/papers.ts'
import { describeQueuedMail, linkMailSettings, mailWaitsUntil } from '#server/mail/queued-mail.ts'
import { jobRefresh, withQuery } from '#views/ui/links.ts'
import { MailDialog } from '#views/work/jobdocuments/mail.tsx'
import { buildJobDocument, type JobDocument, readSubject, type Subject } from './build-job-document.ts'
import { findGaps } from './estimate-gaps.ts'
import { recordOffer } from './estimate-revision.ts'

const DocumentTarget = t.Object({ kind: choice(...jobDocumentKinds), id: id() })
const As = object({ organisationid: t.Optional(t.String({ maxLength: 40 })) })
export const MailForm = object({
  to: text(250, { required: true }),
  subject: text(150, { required: true }),
  message: text(4_000, { multiline: true }),
})

/** Of what its reader can open by a link. */
export const LinkedMailForm = object({
  ...MailForm.properties,
  link: t.Optional(flag()),
  code: t.Optional(t.String({ maxLength: 100 })),
  expires: t.Optional(text(40)),
  /** Saved as it is typed: the form only brings it along. */
  deposit: t.Optional(percent()),
})

type Asked = Context<{ kind: JobDocumentKind; id: string }, { organisationid?: string }>

const address = 'mail/:kind/:id' as const

export const jobMailPages: Route[] = [
  page(
    `GET /${address}`,
    {
      claim: 'jobs.write',
      params: DocumentTarget,
      query: As,
      summary: 'The dialog that e-mails a document of a job.',
    },
    (c) => {
      const { subject, document } = c.read((db, viewer) => findJobDocument(db, viewer, c))
      const { job, location, client } = subject.job
      const { to, name } = findAddressee([location, client])
      const { kind, id } = c.params
      const purpose = linkPurpose(kind)
      const isAnswerable = purpose && !job.template && answerable[purpose].includes(job.status)
      const asks = isAnswerable && purpose === 'approve' && c.read((db) => needsApproval(db, job))
      const link = isAnswerable
        ? c.read((db) => ({
            part: jobPublicLink(c, db, { kind: kindOfPurpose[purpose], id, ...c.query }),
            lastday: linkDay(db, document.printable),
            label: `With a link to ${purpose} it`,
            refresh: jobRefresh(id),
            dialogurl: c.url.pathname + c.url.search,
            reachable: isLinkMain(c),
            // What stands approved is not asked for again by the way.
            checked: asks || newestLink(db, id, purpose)?.set?.answer !== 'approve',
          }))
        : undefined
      return fragment(
        <MailDialog
          url={c.url.pathname + c.url.search}
          name={document.name}
          answers={answerAddress(document.printable.data.organisation, c.person)}
          pdf={`/render/${kind}/${id}${c.url.search}`}
          waits={c.mailwaits()}
          settings={linkMailSettings(c)}
          hint={sayStillWaits(
            c,
            c.params,
            kind === 'estimate' ? 'this estimate' : 'this paper',
            purpose !== undefined,
          )}
          sent={
            kind === 'estimate'
              ? {
                  url: asks ? `${c.url.pathname}/sent${c.url.search}` : undefined,
                  refresh: jobRefresh(id),
                  dialogurl: c.url.pathname + c.url.search,
                }
              : undefined
          }
          link={link}
          deposit={
            kind === 'estimate'
              ? {
                  url: `${c.url.pathname}/deposit`,
                  percent: job.depositpercent,
                  missingbank: missingBank(subject.organisation, (claim) => c.can(claim)),
                }
              : undefined
          }
          gaps={
            document.printable.document === 'estimate'
              ? findGaps(document.printable.data, client !== null)
              : undefined
          }
          samples={
            kind === 'estimate' && canSeeItemRates(c)
              ? {
                  samples: c.read((db) => findSampleLines(db, id)),
                  jobid: c.can('jobs.money') && c.can('materials.write') ? id : undefined,
                  url: c.url.pathname + c.url.search,
                  canconfirm: c.can('inventory.write'),
                }
              : undefined
          }
          hrefs={{
            client:
              client && c.can('clients.write')
                ? withQuery(`/clients/${client.id}`, { tab: 'address' })
                : undefined,
            organisation: c.can('organisations.write')
              ? withQuery(`/admin/organisations/${subject.organisation.id}`, { tab: 'contact' })
              : undefined,
          }}
          to={to}
          subject={`${document.name} from ${subject.organisation.name}`}
          message={greeting(name, document.name, job.description)}
        />,
      )
    },
  ),

  page(
    `POST /${address}`,
    {
      claim: 'jobs.write',
      params: DocumentTarget,
      query: As,
      body: LinkedMailForm,
      summary: 'E-mails a document of a job as a PDF.',
    },
    async (c) => {
      const to = parseRecipient(c.body)
      const purpose = linkPurpose(c.params.kind)
      if (purpose && c.body.link) return sendWithLink(c, purpose, c.body)
      const { subject, document } = c.read((db, viewer) => findJobDocument(db, viewer, c))
      const { printable } = document
      const { files, encryption, platform } = c.services
      const bytes = await print(files, c.person, printable)
      await limitMails(platform, c.person)
      const mail = { what: document.name, accountid: c.person.accountid }
      const until = mailWaitsUntil(c.services, mail)
      const offer = printable.document === 'estimate' ? printable.data : undefined
      const estimate = offer && { jobid: c.params.id, validuntil: offer.validuntil }
      const mailid = await c.write((tx) => {
        const paper = { name: document.name, organisation: printable.data.organisation, bytes }
        const mailid = mailDocument(tx, encryption, c.person, c.body, {
          ...paper,
          paper: c.params,
          record: { entity: 'jobs', id: c.params.id },
          ...(estimate && { estimate }),
          open: jobLinks(tx.db)(subject.job.job.boardid, subject.job.job.reference),
        })
        recordHistory(tx, 'jobs', c.params.id, [
          { field: 'e-mailed', oldvalue: '', newvalue: emailedWords(document.name, to, until) },
        ])
        if (offer) {
          recordOffer(tx, c.params.id, offer)
          markEstimateWaiting(tx, c.params.id, mailid)
        }
        return mailid
      })
      return mailQueued(c, describeQueuedMail(c.services, { ...mail, to, mailid }), 'jobs')
    },
  ),
]

async function sendWithLink(
  c: Asked,
  purpose: LinkPurpose,
  body: Static<typeof LinkedMailForm>,
): Promise<Reply> {
  const { to, subject, message, code, expires = '' } = body
  const { organisationid } = c.query
  const asked = { jobid: c.params.id, purpose, organisationid, expires: expires || undefined, code }
  const { what, mailid } = await mailLink(c, asked, { to, subject, message })
  return mailQueued(
    c,
    warnOfLink(c, describeQueuedMail(c.services, { what, to, accountid: c.person.accountid, mailid })),
    'jobs',
  )
}

/** @throws 403 for prices that the person may not see, 404 for a document that the account does without */
function findJobDocument(
  db: TenantDb,
  viewer: Viewer,
  c: Asked,
): { subject: Subject; document: JobDocument } {
  const { kind } = c.params
  checkMayPrint(viewer.claims, kind)
  const subject = readSubject(db, viewer, c.params.id, c.query.organisationid)
  return { subject, document: buildJobDocument(kind, subject) }
}

/** In the history of what was mailed. */
export const emailedWords = (what: string, to: string, until: string | undefined) =>
  until ? `${what} to ${to}, waits ${until}` : `${what} to ${to}`

export const greeting = (name: string | undefined, document: string, subject?: string) =>
  `${greet(name)}\n\nPlease find attached ${document}${subject ? ` (${subject})` : ''}.`
