import { findInvoicePdfHash, type Invoice } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import type { Acting } from '#server/acting.ts'
import { mailDocument, parseRecipient } from '#server/documents/mail-document.tsx'
import { documentName } from '#server/documents/numbering.ts'
import { sendInvoiceLink } from '#server/domains/sales/invoicelinks/create-link.ts'
import { emailedWords } from '#server/domains/work/jobdocuments/mail-pages.tsx'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { NEWER_WRITTEN, type Paper } from '#server/mail/papers.ts'
import { mailWaitsUntil } from '#server/mail/queued-mail.ts'
import { readZone } from '#server/zone.ts'
import { lastMoment } from '#views/work/joblinks/words.ts'
import { visibleIssued } from './find-invoice.ts'
import { leaveInvoiceToMail } from './invoice-mail.ts'
import { findOriginal, hasOriginal, isOriginalFree } from './original.ts'
import { printInvoice } from './print-invoice.ts'
import { snapshotAsItStands } from './snapshot-as-it-stands.ts'
import { withdrawDeadInvoiceMails, withdrawInvoiceMails } from './withdraw-mails.ts'

const TAKEN = 'Somebody has just taken the original, so nothing was sent. Send it again and a copy goes out.'

type Letter = {
  to: string
  subject: string
  message: string
  /** Whether it carries a link, its last day, and the code of one that was made before. */
  link?: boolean
  expires?: string
  code?: string
}

type Sending = {
  site?: string
  /** Counts it among what may be mailed in an hour. */
  limit: () => Promise<unknown>
  /** What the mail is, where it is not just the invoice. */
  paper?: Paper
  /** Is told of the mail, in its transaction. */
  sent?: (tx: Tx, viewer: Viewer, mailid: string) => void
}

/** Gives the id of its mail. @throws 400 for a draft, 409 where the original was just taken */
export async function mailInvoice(acting: Acting, id: string, mail: Letter, sending: Sending) {
  const { services, person } = acting
  const { site = services.url, limit, sent, paper = { kind: 'invoice', id } } = sending
  const to = parseRecipient(mail)
  const { name, left, invoice, snapshot } = getIssued(acting, id)
  await limit()
  // Made beforehand: printing waits for a worker, which a transaction may not.
  const until = mailWaitsUntil(services, person)
  const plain = !hasOriginal(invoice)
  const copy = left ? undefined : await printInvoice(services.files, person, snapshot, { copy: !plain })
  return acting.write((tx, viewer) => {
    withdrawInvoiceMails(tx, paper, { to, why: NEWER_WRITTEN })
    const link = mail.link ? mailedLink(tx, viewer, site, invoice, { ...mail, to }) : undefined
    withdrawDeadInvoiceMails(tx, services.encryption, invoice.id)
    const original = findOriginal(tx, viewer, invoice.id)
    const bytes = original ?? copy
    if (!bytes) throw new Problem(409, TAKEN, { code: 'taken' })
    const mailid = mailDocument(tx, services.encryption, person, mail, {
      name: original || plain ? name : `${name} copy`,
      organisation: snapshot.organisation,
      bytes,
      record: { entity: 'invoices', id: invoice.id },
      paper,
      invoice: { id: invoice.id, original: original !== undefined },
      open: `/invoices/${invoice.id}`,
      link,
    })
    if (original || plain) leaveInvoiceToMail(tx, invoice.id, mailid)
    const change = {
      field: 'e-mailed',
      oldvalue: '',
      newvalue: emailedWords(original ? 'original' : plain ? plainWord(invoice) : 'copy', to, until),
    }
    recordHistory(tx, 'invoices', invoice.id, [change])
    sent?.(tx, viewer, mailid)
    return mailid
  })
}

const plainWord = ({ kind }: Invoice) =>
  kind === 'deposit' ? 'deposit request' : kind === 'creditnote' ? 'credit note' : 'invoice'

/** What a press in the mail shows; a credit note asks for nothing. */
const seeWords = (invoice: Invoice) =>
  `See the ${plainWord(invoice)}${invoice.kind === 'deposit' ? ' and how to pay it' : invoice.kind === 'creditnote' ? '' : ' and what is owed'}`

function mailedLink(tx: Tx, viewer: Viewer, site: string, invoice: Invoice, { to, expires, code }: Letter) {
  const asked = { invoiceid: invoice.id, sentto: to, expires: expires || undefined, code }
  const { url, expires: until } = sendInvoiceLink(tx, viewer, site, asked)
  return { url, label: seeWords(invoice), until: lastMoment(until, readZone(tx.db)) }
}

/** @throws 404, 400 for a draft */
export function getIssued({ read }: Pick<Acting, 'read'>, id: string) {
  const { invoice, fingerprint, snapshot } = read((db, viewer) => {
    const row = visibleIssued(db, viewer, id)
    return {
      ...row,
      fingerprint: findInvoicePdfHash(db, id),
      snapshot: snapshotAsItStands(db, row.invoice),
    }
  })
  const left = isOriginalFree(invoice) && fingerprint !== undefined
  return { invoice, left, name: documentName(invoice), snapshot }
}
