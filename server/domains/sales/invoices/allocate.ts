import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { type Invoice, invoiceRow, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import { invoice_payments, invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { queueForXero } from '#server/xero/queue.ts'
import { formatRand } from '#views/format.ts'
import { readOpen } from './find-invoice.ts'
import { recordInvoiceChange } from './save-draft.ts'
import { settlePaid } from './settle-job.ts'

/** Below zero: taken away again. `rounding`: what was left off an amount in cash. */
type Allocation = {
  paymentid: string
  date: string
  amount: Cents
  rounding?: Cents
  reference?: string
  /** Why it is taken away. */
  why?: string
}

/** Puts some of a payment to an invoice; whoever calls it has looked at what is open. */
export function allocateTo(tx: Tx, invoiceid: string, allocation: Allocation) {
  const { paymentid, date, amount, rounding = asCents(0), reference = '', why } = allocation
  const invoice = invoiceRow(tx.db, invoiceid)?.invoice
  if (!invoice) throw notFound('invoice')
  tx.db
    .insert(invoice_payments)
    .values({
      ...{ id: randomUUIDv7(), invoiceid, paymentid, date, reference },
      ...{ amountcents: amount, roundingcents: rounding, userid: tx.by.userid, createdutc: tx.now },
    })
    .run()
  tx.db
    .update(invoices)
    .set({
      settledcents: asCents(invoice.settledcents + rounding),
      version: invoice.version + 1,
      updatedutc: tx.now,
    })
    .where(eq(invoices.id, invoiceid))
    .run()
  if (invoice.kind === 'invoice') queueForXero(tx, 'payment', paymentid, invoiceid)
  recordAllocation(tx, invoice, amount, why ?? reference)
  if (invoice.jobid) settlePaid(tx, invoice.jobid)
}

function recordAllocation(tx: Tx, { id, number, jobid }: Invoice, amount: Cents, about: string) {
  const figure = formatRand(Math.abs(amount))
  const [oldvalue, newvalue] = amount < 0 ? [figure, ''] : ['', figure]
  recordHistory(tx, 'invoices', id, [{ field: 'payment', oldvalue, newvalue }], about)
  const of = (value: string) => (value ? `${value} for ${number}` : '')
  recordInvoiceChange(tx, id, jobid, [{ field: 'payment', oldvalue: of(oldvalue), newvalue: of(newvalue) }])
}

/** What was paid beyond what an invoice still asks for is credit of its client, the newest payment first. */
export function releaseExcess(tx: Tx, invoiceid: string, date: string, why: string) {
  const invoice = invoiceRow(tx.db, invoiceid)?.invoice
  let over = invoice ? -readOpen(invoice) : 0
  const byPayment = Map.groupBy(listInvoicePayments(tx.db, invoiceid), ({ paymentid }) => paymentid)
  for (const [paymentid, rows] of [...byPayment].toReversed()) {
    const held = rows.reduce((sum, { amountcents }) => sum + amountcents, 0)
    const taken = Math.min(over, held)
    if (!paymentid || taken <= 0) continue
    allocateTo(tx, invoiceid, { paymentid, date, amount: asCents(-taken), why })
    over -= taken
  }
}
