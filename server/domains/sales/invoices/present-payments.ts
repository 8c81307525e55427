import { sumCredit } from '#db/queries/sales/client-payments.ts'
import type { listOutcomes } from '#db/queries/sales/deposits.ts'
import { type Invoice, listCreditNotes, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { asCents } from '#server/money/decimal.ts'
import type { InvoicePayment, OpenCredit } from '#views/sales/invoices/types.ts'

type Row = ReturnType<typeof listInvoicePayments>[number]
type Beside = {
  creditnotes: ReturnType<typeof listCreditNotes>
  outcomes: ReturnType<typeof listOutcomes>
}

/** What each row is: only some of them are money that moved. */
export const presentInvoicePayments = (rows: readonly Row[], beside: Beside): InvoicePayment[] =>
  rows.map((row) => ({
    id: row.paymentid ?? row.id,
    date: row.date,
    amount: row.amountcents,
    rounding: row.roundingcents,
    method: row.method ?? 'other',
    reference: row.reference,
    reversed: row.reverseddate ? row.reason : null,
    ...sayWhat(row, beside),
  }))

/** What takes money off an invoice or a deposit is written in the transaction of its rows. */
function sayWhat(row: Row, { creditnotes, outcomes }: Beside): Pick<InvoicePayment, 'what' | 'by'> {
  const isRefund = (row.whole ?? 0) < 0
  if (row.amountcents >= 0) return { what: isRefund ? 'reversal' : 'payment', by: null }
  if (isRefund) return { what: 'refund', by: null }
  const note = creditnotes.find(({ createdutc }) => createdutc === row.createdutc)
  if (note) return { what: 'credit', by: { id: note.id, number: note.number } }
  const outcome = outcomes.find(({ createdutc }) => createdutc === row.createdutc)
  if (outcome?.invoiceid)
    return { what: 'moved', by: { id: outcome.invoiceid, number: outcome.number ?? '' } }
  return { what: row.reverseddate && !outcome ? 'reversal' : 'credit', by: null }
}

/** Cents that were paid and became credit when it was credited. */
export const becameCredit = (payments: readonly InvoicePayment[]) =>
  asCents(
    -payments
      .filter(({ what, reversed }) => what === 'credit' && reversed === null)
      .reduce((sum, { amount }) => sum + amount, 0),
  )

export const readBecameCredit = (db: TenantDb, id: string) =>
  becameCredit(
    presentInvoicePayments(listInvoicePayments(db, id), {
      creditnotes: listCreditNotes(db, id),
      outcomes: [],
    }),
  )

/** Of the client, which may pay an invoice or go back; of a cash sale that of its own payments. */
export function findOpenCredit(db: TenantDb, viewer: Viewer, invoice: Invoice): OpenCredit | null {
  if (!viewer.everything || invoice.kind === 'deposit') return null
  const { client } = invoice
  if (client) {
    const { cents } = sumCredit(db, { client })
    return cents > 0 ? { amount: cents, client, payment: null } : null
  }
  const held = openParts(db, invoice.credits ?? invoice.id).at(0)
  return held ? { amount: held.open, client: null, payment: held.paymentid } : null
}

/** What of each payment that was put to an invoice is credit now. */
export function openParts(db: TenantDb, invoiceid: string) {
  const rows = listInvoicePayments(db, invoiceid)
  const held = new Map(
    rows
      .filter(({ open, reverseddate }) => (open ?? 0) > 0 && !reverseddate)
      .map((row) => [row.paymentid, { paymentid: row.paymentid, open: row.open ?? asCents(0) }]),
  )
  return [...held.values()]
}
