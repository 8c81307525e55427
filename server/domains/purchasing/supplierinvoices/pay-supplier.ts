import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { listPaymentParts, supplierPaymentRow } from '#db/queries/purchasing/supplier-invoices.ts'
import { supplier_payment_parts, supplier_payments, suppliers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows } from '#db/write-rows.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { queueSupplierPayment } from '#server/xero/queue.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import type { PaymentMethod } from '#views/sales/invoices/payment-methods.ts'
import { getSupplierInvoice } from './find-invoice.ts'
import { touchSupplierInvoice } from './save-invoice.ts'

export type Paid = {
  supplier: string
  date?: string | null
  method?: PaymentMethod
  reference?: string
  /** A credit note takes its part off: below zero. */
  parts: readonly { invoiceid: string; amount: Cents | null }[]
}

/**
 * Money for one or more invoices of a supplier, in whole or in part, less what their credit notes take off.
 * @throws 400 by field (`parts.2.amount`)
 */
export function paySupplier(
  tx: Tx,
  { supplier, date, method = 'transfer', reference = '', parts }: Paid,
): string {
  getRecord(tx.db, suppliers, supplier, 'supplier')
  const today = readToday(tx.db)
  const on = date ?? today
  if (on > today) throw invalid({ date: 'A payment cannot be dated after today.' })
  const given = parts.flatMap(({ invoiceid, amount }, at) => (amount ? [{ invoiceid, amount, at }] : []))
  if (given.length === 0) throw invalid({ parts: 'Say what is paid: of one invoice at least.' })
  const seen = new Set<string>()
  for (const { invoiceid, amount, at } of given) {
    const refuse = (words: string) => invalid({ [`parts.${at}.amount`]: words })
    const { invoice, state } = getSupplierInvoice(tx.db, invoiceid)
    if (invoice.supplier !== supplier || seen.has(invoiceid))
      throw refuse('This invoice is of another supplier, or stands twice.')
    seen.add(invoiceid)
    if (state !== 'approved' && state !== 'part')
      throw refuse('Only an approved invoice that is still open is paid.')
    const open = invoice.totalcents - invoice.paidcents
    if (Math.sign(amount) !== Math.sign(open) || Math.abs(amount) > Math.abs(open))
      throw refuse(
        open > 0
          ? `${formatRand(open)} is open of it, so that is the most that is paid.`
          : `It takes ${formatRand(-open)} off at the most: type that below zero.`,
      )
    if (on < invoice.date) throw invalid({ date: 'A payment cannot be before the invoice that it pays.' })
  }
  const amount = sumCents(given.map((part) => part.amount))
  if (amount < 0) throw invalid({ parts: 'Credit notes take off more than the invoices come to.' })
  const id = randomUUIDv7()
  tx.db
    .insert(supplier_payments)
    .values({
      ...{ id, supplier, date: on, method, amountcents: amount, reference },
      ...{ user: tx.by.name, createdutc: tx.now },
    })
    .run()
  const stored = given.map(({ invoiceid, amount: cents }) => ({
    ...{ id: randomUUIDv7(), paymentid: id, invoiceid, cents },
  }))
  insertRows(tx.db, supplier_payment_parts, stored)
  for (const { invoiceid, cents } of stored)
    addPaid(tx, invoiceid, cents, [formatRand(cents), reference].filter(Boolean).join(', '))
  queueSupplierPayment(tx, id)
  return id
}

/** What it paid is owed again. @throws 404, 409 for one that was taken back, 400 without a reason */
export function reverseSupplierPayment(tx: Tx, id: string, reason: string) {
  const payment = supplierPaymentRow(tx.db, id)
  if (!payment) throw notFound('payment')
  if (payment.reversedutc) throw new Problem(409, 'This payment was taken back before.', { code: 'reversed' })
  if (!reason.trim()) throw invalid({ reason: 'Say why it is taken back.' })
  tx.db
    .update(supplier_payments)
    .set({ reversedutc: tx.now, reversedreason: reason.trim() })
    .where(eq(supplier_payments.id, id))
    .run()
  for (const { invoiceid, cents } of listPaymentParts(tx.db, id))
    addPaid(tx, invoiceid, asCents(-cents), `taken back: ${reason.trim()}`)
  queueSupplierPayment(tx, id)
}

function addPaid(tx: Tx, id: string, cents: Cents, words: string) {
  prepared(
    tx.db,
    'UPDATE supplierinvoices SET paidcents = paidcents + ?, version = version + 1, updatedutc = ? WHERE id = ?',
  ).run([cents, tx.now, id])
  recordHistory(tx, 'supplierinvoices', id, [{ field: 'payment', oldvalue: '', newvalue: words }])
  touchSupplierInvoice(tx, id)
}
