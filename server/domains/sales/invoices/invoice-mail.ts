import { findInvoiceOfMail, invoiceRow } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import { documentName } from '#server/documents/numbering.ts'
import { Problem } from '#server/errors.ts'
import type { RecordMailOutcomes } from '#server/mail/apply-decision.ts'
import { newerWaits } from '#server/mail/waiting-mails.ts'
import { setInvoiceSent } from './mark-sent.ts'
import { handOutOriginal, hasOriginal, isOriginalFree, setOriginal } from './original.ts'

/** It counts as sent, and its original as handed out, once the mail is out. */
export const leaveInvoiceToMail = (tx: Tx, id: string, mailid: string) =>
  setOriginal(tx, id, { originalutc: null, originalmailid: mailid })

export const invoiceMailOutcomes: RecordMailOutcomes = {
  onSent(tx, mailid, { invoice: carried }) {
    const held = heldBy(tx, mailid)
    if (held && hasOriginal(held)) handOutOriginal(tx, held.id)
    else if (held) freeFromMail(tx, held.id)
    if (carried) setInvoiceSent(tx, carried.id)
  },

  onUndeliverable(tx, mailid) {
    const held = heldBy(tx, mailid)
    if (held) freeFromMail(tx, held.id)
  },

  /** What is a copy goes out whoever has the original. */
  onSentAgain(tx, mailid, { invoice: carried }) {
    const invoice = carried && invoiceRow(tx.db, carried.id)?.invoice
    if (!invoice || !(carried.original || !hasOriginal(invoice))) return
    if (invoice.originalmailid) throw newerWaits(documentName(invoice))
    if (hasOriginal(invoice) && !isOriginalFree(invoice))
      throw new Problem(
        409,
        `The original of ${invoice.number} went out in another way since: send it anew from there, and a copy goes out.`,
        { code: 'taken' },
      )
    leaveInvoiceToMail(tx, invoice.id, mailid)
  },
}

function heldBy(tx: Tx, mailid: string) {
  const id = findInvoiceOfMail(tx.db, mailid)
  return id ? invoiceRow(tx.db, id)?.invoice : undefined
}

const freeFromMail = (tx: Tx, id: string) => setOriginal(tx, id, { originalutc: null, originalmailid: null })
