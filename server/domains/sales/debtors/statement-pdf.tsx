import { firstOrganisation } from '#db/queries/documents.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { warnOfLink } from '#server/access/link-reach.ts'
import { linkSite } from '#server/access/link-site.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { answerAddress, limitMails, mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { clientParty, organisationParty } from '#server/documents/parties.ts'
import { type PrintableDocument, print } from '#server/documents/print.ts'
import {
  withdrawDeadStatementMails,
  withdrawInvoiceMails,
} from '#server/domains/sales/invoices/withdraw-mails.ts'
import { sendStatementLink } from '#server/domains/sales/statementlinks/create-link.ts'
import { statementPublicLink } from '#server/domains/sales/statementlinks/public-link.tsx'
import { greeting, LinkedMailForm, type MailForm } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { lastLinkDay } from '#server/domains/work/joblinks/link-expiry.ts'
import { isLinkMain } from '#server/domains/work/joblinks/public-link.tsx'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, documentReply } from '#server/http/document-reply.ts'
import { ById, type Static } from '#server/http/fields.ts'
import { fragment, mailQueued } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { NEWER_WRITTEN, type Paper, sayStillWaits } from '#server/mail/papers.ts'
import { describeQueuedMail, linkMailSettings } from '#server/mail/queued-mail.ts'
import { getRecord } from '#server/records.ts'
import { VERSION } from '#server/version.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readZone } from '#server/zone.ts'
import { shortDate } from '#views/format.ts'
import { MailDialog } from '#views/work/jobdocuments/mail.tsx'
import { lastMoment } from '#views/work/joblinks/words.ts'
import { OfPeriod, readClientStatement, type StatementPeriod } from './pages.tsx'

export const STATEMENT_LINK = 'With a link to read what is owed on the day that it is opened'

/** As the page shows it: paper and mail are of one function. */
export const buildDocument = (db: TenantDb, viewer: Viewer, id: string, query: StatementPeriod) =>
  buildPrintedStatement(db, id, readClientStatement(db, viewer, id, query))

/** @throws 404, 400 where no organisation could send it */
export function buildPrintedStatement(
  db: TenantDb,
  id: string,
  { chosen: _, ...statement }: ReturnType<typeof readClientStatement>,
) {
  const row = getRecord(db, clients, id)
  const organisation = firstOrganisation(db)
  if (!organisation)
    throw new Problem(400, 'There is no organisation yet that a statement could be of.', {
      code: 'noorganisation',
    })
  const client = clientParty(row)
  const data = { organisation: organisationParty(organisation), client, ...statement }
  const document: PrintableDocument = { document: 'statement', data }
  return {
    document,
    client,
    organisation: data.organisation,
    name: `Statement ${client.name} ${shortDate(statement.date)}`,
  }
}

export const statementPdf: Route[] = [
  page(
    'GET /render/statement/:id',
    { claim: 'invoices.read', params: ById, query: OfPeriod, summary: 'What a client owes as a PDF.' },
    async (c) => {
      const { document, name } = c.read((db, viewer) => buildDocument(db, viewer, c.params.id, c.query))
      return documentReply(await print(c.services.files, whileConnected(c), document), {
        name,
        etag: computeEtag(VERSION, c.url.pathname, c.url.search, c.seq),
      })
    },
  ),

  page(
    'GET /mail/statement/:id',
    { claim: 'invoices.write', params: ById, query: OfPeriod, summary: 'The dialog that mails a statement.' },
    (c) => {
      const made = c.read((db, viewer) => buildDocument(db, viewer, c.params.id, c.query))
      return fragment(
        <MailDialog
          name={made.name}
          pdf={`/render/statement/${c.params.id}${c.url.search}`}
          hint={
            sayStillWaits(c, { kind: 'statement', id: c.params.id }, 'this statement', true) ??
            'What is owed is worked out anew when it is sent.'
          }
          waits={c.mailwaits()}
          settings={linkMailSettings(c)}
          url={c.url.pathname + c.url.search}
          answers={answerAddress(made.organisation, c.person)}
          to={made.client.contactemail ?? ''}
          subject={`${made.name} from ${made.organisation.name}`}
          message={greeting(made.client.contactname, made.name, '')}
          link={c.read((db) => ({
            part: statementPublicLink(c, db, c.params.id),
            lastday: lastLinkDay(db, undefined),
            label: STATEMENT_LINK,
            refresh: 'clients',
            dialogurl: c.url.pathname + c.url.search,
            reachable: isLinkMain(c),
            checked: false,
          }))}
        />,
      )
    },
  ),

  page(
    'POST /mail/statement/:id',
    {
      claim: 'invoices.write',
      params: ById,
      query: OfPeriod,
      body: LinkedMailForm,
      summary: 'Mails a statement.',
    },
    (c) => sendStatement(c, c.body, { on: c.query }),
  ),
]

type StatementSending = {
  on?: StatementPeriod
  sent?: (tx: Tx, viewer: Viewer, mailid: string) => void
  paper?: Paper
}

/** `sent` is told of the mail, in its transaction. */
export async function sendStatement(
  c: Context<{ id: string }>,
  mail: Static<typeof MailForm> & Partial<Static<typeof LinkedMailForm>>,
  { on = {}, sent, paper = { kind: 'statement', id: c.params.id } }: StatementSending,
) {
  const { files, encryption, platform } = c.services
  const to = parseRecipient(mail)
  const { document, name, organisation } = c.read((db, viewer) => buildDocument(db, viewer, c.params.id, on))
  await limitMails(platform, c.person)
  const bytes = await print(files, c.person, document)
  const mailid = await c.write((tx, viewer) => {
    const record = { entity: 'clients', id: c.params.id }
    withdrawInvoiceMails(tx, paper, { to, why: NEWER_WRITTEN })
    const mailid = mailDocument(tx, encryption, c.person, mail, {
      ...{ name, organisation, bytes, record, paper },
      link: mail.link ? mailedLink(tx, viewer, linkSite(c), c.params.id, { ...mail, to }) : undefined,
    })
    const change = { field: 'e-mailed', oldvalue: '', newvalue: `${name} to ${to}` }
    recordHistory(tx, 'clients', c.params.id, [change])
    withdrawDeadStatementMails(tx, encryption, c.params.id)
    sent?.(tx, viewer, mailid)
    return mailid
  })
  const notice = describeQueuedMail(c.services, {
    what: paper.kind === 'reminder' ? `The reminder with ${name}` : name,
    to,
    accountid: c.person.accountid,
    mailid,
  })
  return mailQueued(c, mail.link ? warnOfLink(c, notice) : notice, 'clients')
}

type Linked = { to: string; expires?: string; code?: string }

function mailedLink(tx: Tx, viewer: Viewer, site: string, client: string, { to, expires, code }: Linked) {
  const asked = { client, sentto: to, expires: expires || undefined, code }
  const { url, expires: until } = sendStatementLink(tx, viewer, site, asked)
  return { url, label: 'See what is owed', until: lastMoment(until, readZone(tx.db)) }
}
