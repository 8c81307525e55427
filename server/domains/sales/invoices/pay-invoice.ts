import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { type Invoice, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import { invoice_payments, invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents, DecimalError, parseCents } from '#server/money/decimal.ts'
import { checkRoom } from '#server/record-limits.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import { visibleInvoice } from './find-invoice.ts'
import { recordInvoiceChange } from './save-draft.ts'
import { settlePaid } from './settle-job.ts'

/** `date` defaults to today in the tenant's zone. */
type PaymentInput = { date?: string | null; amount: Cents; reference?: string }

/** @throws 404, 400 for a draft, a credit note, an amount that is not above zero or more than is still due */
export function payInvoice(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { date, amount, reference = '' }: PaymentInput,
) {
  const { invoice } = visibleInvoice(tx.db, viewer, id)
  if (invoice.kind !== 'invoice' || invoice.state !== 'issued')
    throw new Problem(400, 'Only an issued invoice that is not credited can be paid.', { code: 'notissued' })
  const today = todayIn(readZone(tx.db), new Date(tx.now))
  if (date && date > today) throw invalid({ date: 'A payment cannot be dated after today.' })
  const paid = listInvoicePayments(tx.db, id)
  const due = asCents(
    invoice.totalcents - invoice.settledcents - sumCents(paid.map((one) => one.amountcents)),
  )
  checkAmount(amount, due)
  checkRoom('invoice_payments', paid.length, 'amount')
  const row = { id: randomUUIDv7(), invoiceid: id, date: date ?? today, amountcents: amount, reference }
  tx.db
    .insert(invoice_payments)
    .values({ ...row, userid: tx.by.userid, createdutc: tx.now })
    .run()
  bookChange(tx, invoice, { field: 'payment', oldvalue: '', newvalue: formatRand(amount) }, reference)
  if (invoice.jobid) settlePaid(tx, invoice.jobid)
}

/** The invoice's history keeps both. @throws 404, 400 for an invoice that was credited since */
export function removePayment(tx: Tx, viewer: Viewer, id: string, paymentid: string) {
  const { invoice } = visibleInvoice(tx.db, viewer, id)
  const payment = listInvoicePayments(tx.db, id).find((one) => one.id === paymentid)
  if (!payment) throw notFound('payment')
  if (invoice.state !== 'issued')
    throw new Problem(400, 'This invoice was credited: its payments stay as they are.', { code: 'notissued' })
  tx.db.delete(invoice_payments).where(eq(invoice_payments.id, paymentid)).run()
  const change = { field: 'payment', oldvalue: formatRand(payment.amountcents), newvalue: '' }
  bookChange(tx, invoice, change, payment.reference)
  if (invoice.jobid) settlePaid(tx, invoice.jobid)
}

type Change = { field: string; oldvalue: string; newvalue: string }

function bookChange(tx: Tx, invoice: Invoice, change: Change, reference: string) {
  recordHistory(tx, 'invoices', invoice.id, [change], reference)
  tx.db
    .update(invoices)
    .set({ version: invoice.version + 1, updatedutc: tx.now })
    .where(eq(invoices.id, invoice.id))
    .run()
  const of = (yesOrNo: string) => (yesOrNo ? `${yesOrNo} for ${invoice.number}` : '')
  recordInvoiceChange(tx, invoice.id, invoice.jobid, [
    { ...change, oldvalue: of(change.oldvalue), newvalue: of(change.newvalue) },
  ])
}

export function parsePaidAmount(input: number | string): Cents {
  try {
    return parseCents(input, 'amount')
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ amount: error.message }) : error
  }
}

function checkAmount(amount: Cents, due: Cents) {
  if (amount <= 0) throw invalid({ amount: 'The amount must be above zero.' })
  if (amount > due)
    throw invalid({
      amount:
        due > 0
          ? `Only ${formatRand(due)} is still due, so no more can be paid.`
          : 'This invoice is paid in full.',
    })
}
