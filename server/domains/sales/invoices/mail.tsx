import type { Invoice } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import { warnOfLink } from '#server/access/link-reach.ts'
import { linkSite } from '#server/access/link-site.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { answerAddress, limitMails, parseRecipient } from '#server/documents/mail-document.tsx'
import { invoicePublicLink } from '#server/domains/sales/invoicelinks/public-link.tsx'
import { LinkedMailForm, type MailForm } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { lastLinkDay } from '#server/domains/work/joblinks/link-expiry.ts'
import { isLinkMain } from '#server/domains/work/joblinks/public-link.tsx'
import type { Context } from '#server/http/context.ts'
import { ById, type Static } from '#server/http/fields.ts'
import { fragment, mailQueued } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { type Paper, sayStillWaits } from '#server/mail/papers.ts'
import { describeQueuedMail, linkMailSettings } from '#server/mail/queued-mail.ts'
import { NO_BANK } from '#views/sales/deposits/request.tsx'
import { MailDialog } from '#views/work/jobdocuments/mail.tsx'
import { invoiceLetter } from './invoice-letter.ts'
import { getIssued, mailInvoice } from './mail-invoice.ts'
import { hasOriginal } from './original.ts'

export const INVOICE_LINK = 'With a link to read it, and what is owed'

/** The original goes out once: by the first letter, unless somebody has taken it before; later ones carry a copy. */
export const invoiceMail: Route[] = [
  page(
    'GET /mail/invoice/:id',
    { claim: 'invoices.write', params: ById, summary: 'The dialog that mails an invoice.' },
    (c) => {
      const { name, left, invoice, snapshot } = findIssued(c)
      return fragment(
        <MailDialog
          name={name}
          pdf={`/render/invoice/${c.params.id}`}
          title={`Send ${name}`}
          hint={sayWhatWaits(c, invoice, name) ?? hintOf(invoice, left, c.mailwaits() !== undefined)}
          lacks={invoice.kind === 'deposit' && !snapshot.organisation.bank ? { words: NO_BANK } : undefined}
          waits={c.mailwaits()}
          settings={linkMailSettings(c)}
          sent={{
            url: invoice.sentutc === null ? `/invoices/${c.params.id}/sent` : undefined,
            refresh: 'invoices',
            dialogurl: c.url.pathname,
          }}
          url={c.url.pathname}
          answers={answerAddress(snapshot.organisation, c.person)}
          to={snapshot.client.contactemail ?? ''}
          {...invoiceLetter(name, snapshot)}
          link={c.read((db) => ({
            part: invoicePublicLink(c, db, c.params.id),
            lastday: lastLinkDay(db, undefined),
            label: invoice.kind === 'creditnote' ? 'With a link to read it' : INVOICE_LINK,
            refresh: 'invoices',
            dialogurl: c.url.pathname,
            reachable: isLinkMain(c),
            checked: true,
          }))}
        />,
      )
    },
  ),

  page(
    'POST /mail/invoice/:id',
    { claim: 'invoices.write', params: ById, body: LinkedMailForm, summary: 'Mails an invoice.' },
    (c) => sendInvoice(c, c.body),
  ),
]

function sayWhatWaits(c: Context, invoice: Invoice, name: string): string | undefined {
  const still = sayStillWaits(c, { kind: 'invoice', id: invoice.id }, name, true)
  const holds = hasOriginal(invoice) && invoice.originalmailid !== null
  return still && holds ? `${still} It holds the original: to another address a copy goes out.` : still
}

function hintOf(invoice: Invoice, left: boolean, waits: boolean): string | undefined {
  const { kind, originalmailid } = invoice
  if (kind === 'deposit')
    return originalmailid
      ? 'An earlier e-mail with this request still waits to be sent.'
      : 'It asks for money and is no tax invoice: the invoice of the job follows.'
  if (!hasOriginal(invoice))
    return originalmailid ? 'An earlier e-mail with it still waits to be sent.' : undefined
  if (originalmailid) return 'An earlier e-mail with the original still waits to be sent, so a copy goes out.'
  if (!left) return 'The original has been taken before, so a copy goes out.'
  return waits
    ? 'This letter takes the original along, unless somebody downloads it before: then it carries a copy.'
    : 'This letter takes the original along; every print after it says COPY.'
}

type InvoiceSending = {
  sent?: (tx: Tx, viewer: Viewer, mailid: string) => void
  paper?: Paper
}

/** `sent` is told of the mail, in its transaction. */
export async function sendInvoice(
  c: Context<{ id: string }>,
  mail: Static<typeof MailForm> & Partial<Static<typeof LinkedMailForm>>,
  { sent, paper }: InvoiceSending = {},
) {
  const to = parseRecipient(mail)
  const { name } = findIssued(c)
  const mailid = await mailInvoice(c, c.params.id, mail, {
    site: linkSite(c),
    limit: () => limitMails(c.services.platform, c.person),
    sent,
    paper,
  })
  const notice = describeQueuedMail(c.services, {
    what: paper?.kind === 'invoicereminder' ? `The reminder with ${name}` : name,
    to,
    accountid: c.person.accountid,
    mailid,
  })
  return mailQueued(c, mail.link ? warnOfLink(c, notice) : notice, 'invoices')
}

/** @throws 400 for a draft */
export const findIssued = (c: Context<{ id: string }>) => getIssued(c, c.params.id)
