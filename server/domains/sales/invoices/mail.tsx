import { findInvoicePdfHash } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { limitMails, mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { documentName } from '#server/documents/numbering.ts'
import { emailedWords, greeting, MailForm } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { Context } from '#server/http/context.ts'
import { ById, type Static } from '#server/http/fields.ts'
import { fragment, mailQueued } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { describeQueuedMail, linkMailSettings, mailWaitsUntil } from '#server/mail/queued-mail.ts'
import { MailDialog } from '#views/work/jobdocuments/mail.tsx'
import { visibleInvoice } from './find-invoice.ts'
import { findOriginal, isOriginalAvailable, leaveOriginalToMail } from './original.ts'
import { printInvoice } from './print-invoice.ts'
import { readSnapshot } from './snapshot.ts'

const TAKEN = 'Somebody has just taken the original, so nothing was sent. Send it again and a copy goes out.'

/** The original goes out once: by the first letter, unless somebody has taken it before; later ones carry a copy. */
export const invoiceMail: Route[] = [
  page(
    'GET /mail/invoice/:id',
    { claim: 'invoices.write', params: ById, summary: 'The dialog that mails an invoice.' },
    (c) => {
      const { name, left, invoice, snapshot } = findIssued(c)
      const { client, organisation, subject } = snapshot
      const hint =
        invoice.kind === 'deposit'
          ? 'It asks for money and is no tax invoice: the invoice of the job follows.'
          : left
            ? 'This letter takes the original along; every print after it says COPY.'
            : invoice.originalmailid
              ? 'An earlier e-mail with the original still waits to be sent, so a copy goes out.'
              : 'The original has been taken before, so a copy goes out.'
      return fragment(
        <MailDialog
          name={name}
          hint={hint}
          waits={mailWaitsUntil(c.services, c.person)}
          settings={linkMailSettings(c)}
          url={c.url.pathname}
          to={client.contactemail ?? ''}
          subject={`${name} from ${organisation.name}`}
          message={greeting(client.contactname, name, subject)}
        />,
      )
    },
  ),

  page(
    'POST /mail/invoice/:id',
    { claim: 'invoices.write', params: ById, body: MailForm, summary: 'Mails an invoice.' },
    (c) => sendInvoice(c, c.body),
  ),
]

/** `sent` is told of the mail, in its transaction. */
export async function sendInvoice(
  c: Context<{ id: string }>,
  mail: Static<typeof MailForm>,
  sent?: (tx: Tx, viewer: Viewer, mailid: string) => void,
) {
  const { files, encryption, platform } = c.services
  const to = parseRecipient(mail)
  const { name, left, invoice, snapshot } = findIssued(c)
  await limitMails(platform, c.person)
  // Made beforehand: printing waits for a worker, which a transaction may not.
  const until = mailWaitsUntil(c.services, c.person)
  const deposit = invoice.kind === 'deposit'
  const copy = left ? undefined : await printInvoice(files, c.person, snapshot, { copy: !deposit })
  await c.write((tx, viewer) => {
    const original = findOriginal(tx, viewer, invoice.id)
    const bytes = original ?? copy
    if (!bytes) throw new Problem(409, TAKEN, { code: 'taken' })
    const mailid = mailDocument(tx, encryption, c.person, mail, {
      name: original || deposit ? name : `${name} copy`,
      organisation: snapshot.organisation.name,
      bytes,
      open: `/invoices/${invoice.id}`,
    })
    if (original) leaveOriginalToMail(tx, invoice.id, mailid)
    const change = {
      field: 'e-mailed',
      oldvalue: '',
      newvalue: emailedWords(deposit ? 'deposit request' : original ? 'original' : 'copy', to, until),
    }
    recordHistory(tx, 'invoices', invoice.id, [change])
    sent?.(tx, viewer, mailid)
  })
  return mailQueued(
    c,
    describeQueuedMail(c.services, { what: name, to, accountid: c.person.accountid }),
    'invoices',
  )
}

/** @throws 400 for a draft */
export function findIssued(c: Context<{ id: string }>) {
  const { invoice, fingerprint } = c.read((db, viewer) => ({
    ...visibleInvoice(db, viewer, c.params.id),
    fingerprint: findInvoicePdfHash(db, c.params.id),
  }))
  if (invoice.state === 'draft')
    throw new Problem(400, 'A draft has no number yet: issue it before you send it.', { code: 'draft' })
  const left = isOriginalAvailable(invoice) && fingerprint !== undefined
  return { invoice, left, name: documentName(invoice), snapshot: readSnapshot(invoice.snapshot) }
}
