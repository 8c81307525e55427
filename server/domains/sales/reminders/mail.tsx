import { latestReminders, listReminders } from '#db/queries/sales/reminders.ts'
import { clients } from '#db/schema/tenant/index.ts'
import { answerAddress, parseRecipient } from '#server/documents/mail-document.tsx'
import { buildDocument, STATEMENT_LINK, sendStatement } from '#server/domains/sales/debtors/statement-pdf.tsx'
import { findIssued, INVOICE_LINK, sendInvoice } from '#server/domains/sales/invoices/mail.tsx'
import type { Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { LinkedMailForm } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { lastLinkDay } from '#server/domains/work/joblinks/link-expiry.ts'
import { isLinkMain } from '#server/domains/work/joblinks/public-link.tsx'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { linkMailSettings } from '#server/mail/queued-mail.ts'
import { getRecord } from '#server/records.ts'
import { type Reminder, ReminderText } from '#views/sales/reminders/reminders.tsx'
import { MailDialog } from '#views/work/jobdocuments/mail.tsx'
import { findOverdue, findOverdueInvoice } from './find-overdue.ts'
import { recordReminder } from './record-reminder.ts'
import { writeReminder } from './reminder-text.ts'

const written = { claim: 'invoices.write', params: ById } as const

type Shown = {
  /** Whom it goes to, and the record that keeps their address. */
  client: { id: string | null; name: string; contactemail?: string }
  name: string
  pdf: string
  organisation: Snapshot['organisation']
  subject: string
  message: string
  last?: Reminder
  /** What a link in it shows. */
  link: { label: string; lastday: string }
}

/** A person reads it, and sends it: nothing goes out by itself. */
const reminderDialog = (
  c: Context,
  { client, name, pdf, organisation, subject, message, last, link }: Shown,
) =>
  fragment(
    <MailDialog
      name={name}
      pdf={pdf}
      title={`Remind ${client.name}`}
      waits={c.mailwaits()}
      settings={linkMailSettings(c)}
      lacks={client.contactemail ? undefined : whoHasNone(client)}
      hint={
        last ? (
          <>
            <ReminderText reminder={last} />, to {last.recipient}.
          </>
        ) : (
          'No reminder was sent before.'
        )
      }
      url={c.url.pathname}
      to={client.contactemail ?? ''}
      subject={`${subject} from ${organisation.name}`}
      answers={answerAddress(organisation, c.person)}
      message={message}
      link={{
        ...link,
        ...{ part: null, checked: true, refresh: 'invoices', dialogurl: c.url.pathname },
        reachable: isLinkMain(c),
      }}
    />,
  )

const whoHasNone = ({ id, name }: Shown['client']) =>
  id
    ? {
        words: `${name} has no e-mail address. Type one here, or add it to the client for next time.`,
        link: { words: 'add it to the client', href: `/clients/${id}/overview` },
      }
    : { words: `${name} has no e-mail address. Type one here.` }

export const reminderMail: Route[] = [
  page(
    'GET /mail/reminder/:id',
    { ...written, summary: 'The dialog that reminds a client of all that is overdue, with the statement.' },
    (c) => {
      const shown = c.read((db, viewer): Shown => {
        const row = getRecord(db, clients, c.params.id)
        const overdue = findOverdue(db, viewer, row)
        const { client, name, organisation } = buildDocument(db, viewer, row.id, {})
        return {
          ...{ name, organisation, client: { ...client, id: row.id } },
          ...writeReminder(db, client.contactname, overdue),
          pdf: `/render/statement/${row.id}`,
          last: latestReminders(db, [row.id]).get(row.id),
          link: { label: STATEMENT_LINK, lastday: lastLinkDay(db, undefined) },
        }
      })
      return reminderDialog(c, shown)
    },
  ),

  page(
    'POST /mail/reminder/:id',
    {
      ...written,
      body: LinkedMailForm,
      summary: 'Reminds a client of all that is overdue, with the statement.',
    },
    (c) => {
      const recipient = parseRecipient(c.body)
      const { id } = c.params
      return sendStatement(c, c.body, {
        paper: { kind: 'reminder', id },
        sent(tx, viewer, mailid) {
          const overdue = findOverdue(tx.db, viewer, getRecord(tx.db, clients, id))
          const invoiceids = overdue.map((one) => one.id)
          recordReminder(tx, { client: id, mailid, recipient, invoiceids })
        },
      })
    },
  ),

  page(
    'GET /mail/invoicereminder/:id',
    { ...written, summary: 'The dialog that reminds of an overdue invoice, with the invoice.' },
    (c) => {
      const { name, invoice, snapshot } = findIssued(c)
      const { client, organisation } = snapshot
      const shown = c.read((db, viewer): Shown => {
        const overdue = [findOverdueInvoice(db, viewer, invoice.id)]
        const { subject, message } = writeReminder(db, client.contactname, overdue)
        return {
          ...{ name, organisation },
          client: { ...client, id: invoice.client },
          subject: `${subject}, invoice ${invoice.number}`,
          message,
          pdf: `/render/invoice/${invoice.id}`,
          last: listReminders(db, invoice.id)[0],
          link: { label: INVOICE_LINK, lastday: lastLinkDay(db, undefined) },
        }
      })
      return reminderDialog(c, shown)
    },
  ),

  page(
    'POST /mail/invoicereminder/:id',
    { ...written, body: LinkedMailForm, summary: 'Reminds of an overdue invoice, with the invoice.' },
    (c) => {
      const recipient = parseRecipient(c.body)
      const { invoice } = findIssued(c)
      return sendInvoice(c, c.body, {
        paper: { kind: 'invoicereminder', id: invoice.id },
        sent(tx, viewer, mailid) {
          findOverdueInvoice(tx.db, viewer, invoice.id)
          recordReminder(tx, { client: invoice.client, mailid, recipient, invoiceids: [invoice.id] })
        },
      })
    },
  ),
]
