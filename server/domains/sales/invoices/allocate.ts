import { randomUUIDv7 } from 'bun'
import { findPayable } from '#db/queries/sales/client-payments.ts'
import { invoiceRow, listInvoicePayments } from '#db/queries/sales/invoices.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { notFound } from '#server/errors.ts'
import { type HistoryEntry, recordHistoryEntries } from '#server/history.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { queueForXero } from '#server/xero/queue.ts'
import { formatRand } from '#views/format.ts'
import { readOpen } from './find-invoice.ts'
import { settlePaid } from './settle-job.ts'
import { tellPayments } from './store-payment.ts'
import { withdrawNeedlessReminders } from './withdraw-mails.ts'

/** Below zero: taken away again. `rounding`: what was left off an amount in cash. */
type Allocation = {
  invoiceid: string
  paymentid: string
  date: string
  amount: Cents
  rounding?: Cents
  reference?: string
  /** Why it is taken away. */
  why?: string
}

const ADD = `INSERT INTO invoice_payments
    (id, invoiceid, paymentid, date, reference, amountcents, roundingcents, userid, createdutc)
  SELECT value ->> 'id', value ->> 'invoiceid', value ->> 'paymentid', value ->> 'date', value ->> 'reference',
    value ->> 'amount', value ->> 'rounding', ?, ? FROM json_each(?)`
const SETTLE = `UPDATE invoices SET settledcents = settledcents + (value ->> 'rounding'), version = version + 1,
    updatedutc = ? FROM json_each(?) WHERE invoices.id = value ->> 'id'`

/** Puts some of payments to invoices; whoever calls it has looked at what is open of both. */
export function allocateTo(tx: Tx, allocations: readonly Allocation[]) {
  if (allocations.length === 0) return
  const byInvoice = Map.groupBy(allocations, ({ invoiceid }) => invoiceid)
  const found = findPayable(tx.db, [...byInvoice.keys()])
  if (found.size < byInvoice.size) throw notFound('invoice')
  const rows = allocations.map(({ rounding = 0, reference = '', ...one }) => ({
    ...one,
    rounding,
    reference,
    id: randomUUIDv7(),
  }))
  prepared(tx.db, ADD).run([tx.by.userid, tx.now, JSON.stringify(rows)])
  const settled = [...byInvoice].map(([id, of]) => ({
    ...{ id, rounding: of.reduce((sum, { rounding = 0 }) => sum + rounding, 0) },
  }))
  prepared(tx.db, SETTLE).run([tx.now, JSON.stringify(settled)])
  tellPayments(tx, [...new Set(allocations.map(({ paymentid }) => paymentid))])
  queueForXero(
    tx,
    allocations
      .filter(({ invoiceid }) => found.get(invoiceid)?.kind === 'invoice')
      .map(({ invoiceid, paymentid }) => ({ kind: 'payment', recordid: paymentid, invoiceid })),
  )
  const jobids = [...found.values()].flatMap(({ jobid }) => jobid ?? [])
  recordAllocations(tx, allocations, found)
  tx.publish(
    'RecordChanged',
    [...found.keys()].map((id) => ({ table: 'invoices', id })),
  )
  touchJobs(tx, jobids)
  settlePaid(tx, jobids)
  withdrawNeedlessReminders(tx, [...found.keys()])
}

function recordAllocations(
  tx: Tx,
  allocations: readonly Allocation[],
  found: ReturnType<typeof findPayable>,
) {
  const entries = allocations.flatMap(({ invoiceid, amount, why, reference = '' }): HistoryEntry[] => {
    const { number = '', jobid = null } = found.get(invoiceid) ?? {}
    const figure = formatRand(asCents(Math.abs(amount)))
    const gone = amount < 0
    const of = (value: string) => (value ? `${value} for ${number}` : '')
    const [was, is] = gone ? [figure, ''] : ['', figure]
    const own: HistoryEntry = ['invoices', invoiceid, why ?? reference, 'payment', was, is]
    return jobid ? [own, ['jobs', jobid, '', 'payment', of(was), of(is)]] : [own]
  })
  recordHistoryEntries(tx, entries)
}

/** What was paid beyond what an invoice still asks for is credit of its client, the newest payment first. */
export function releaseExcess(tx: Tx, invoiceid: string, date: string, why: string) {
  const invoice = invoiceRow(tx.db, invoiceid)?.invoice
  let over = invoice ? -readOpen(invoice) : 0
  const byPayment = Map.groupBy(listInvoicePayments(tx.db, invoiceid), ({ paymentid }) => paymentid)
  const released: Allocation[] = []
  for (const [paymentid, rows] of [...byPayment].toReversed()) {
    const held = rows.reduce((sum, { amountcents }) => sum + amountcents, 0)
    const taken = Math.min(over, held)
    if (!paymentid || taken <= 0) continue
    released.push({ invoiceid, paymentid, date, amount: asCents(-taken), why })
    over -= taken
  }
  allocateTo(tx, released)
}
