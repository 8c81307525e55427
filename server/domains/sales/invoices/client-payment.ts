import { eq } from 'drizzle-orm'
import { clientPaymentById, listAllocations, listUnpaid } from '#db/queries/sales/client-payments.ts'
import { client_payments, clients } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { undoRefund } from '#server/domains/sales/deposits/record-outcome.ts'
import { forbidden, invalid, notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { cashRounding } from '#server/money/cash.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import { allocateTo } from './allocate.ts'
import { readOpen, visibleInvoice } from './find-invoice.ts'
import { checkPayable, type Received, receivePayment } from './pay-invoice.ts'

/** Whoever sees one of its invoices sees a payment; one that is put to none, whoever sees all. @throws 404 */
export function visiblePayment(db: TenantDb, viewer: Viewer, id: string) {
  const found = clientPaymentById(db, id)
  const allocations = found ? listAllocations(db, [id]) : []
  const seen = allocations.filter(({ boardid, location }) => canSeeJobAt(viewer, boardid, location))
  if (!found || (seen.length === 0 && !viewer.everything)) throw notFound('payment')
  return { ...found, allocations: seen, hidden: allocations.length - seen.length }
}

/** What concerns all that a client owes needs the sight of all boards. */
export function requireWholeView(viewer: Viewer) {
  if (!viewer.everything) throw forbidden('What a client owes in all is shown to whoever sees all boards.')
}

type AskedAllocation = { invoiceid: string; amount: Cents | null }
type Asked = Received & { allocations: readonly AskedAllocation[]; oldest?: boolean }

/** One payment for several invoices of a client; what is put to none pays the `oldest` first, or is kept as credit. @throws 400 by field */
export function receiveForClient(
  tx: Tx,
  viewer: Viewer,
  client: string,
  { allocations, oldest, ...received }: Asked,
): string {
  requireWholeView(viewer)
  getRecord(tx.db, clients, client)
  const { paymentid, date } = receivePayment(tx, client, received)
  const put = oldest ? payOldest(tx, client, received.amount) : allocations
  for (const [at, { invoiceid, amount }] of put.entries())
    if (amount !== null)
      allocate(tx, viewer, { paymentid, date, invoiceid, amount }, `allocations.${at}.amount`)
  return paymentid
}

function payOldest(tx: Tx, client: string, amount: Cents): AskedAllocation[] {
  let left: number = amount
  return listUnpaid(tx.db, client).map(({ id, open }) => {
    const put = Math.min(left, open)
    left -= put
    return { invoiceid: id, amount: put > 0 ? asCents(put) : null }
  })
}

/** Puts credit of a client to an invoice, dated today. @throws 404, 400 by field */
export function allocateCredit(
  tx: Tx,
  viewer: Viewer,
  paymentid: string,
  { invoiceid, amount }: { invoiceid: string; amount: Cents },
) {
  visiblePayment(tx.db, viewer, paymentid)
  allocate(tx, viewer, { paymentid, date: readToday(tx.db), invoiceid, amount }, 'amount')
}

type Allocated = { paymentid: string; date: string; invoiceid: string; amount: Cents }

/**
 * 0 < amount ≤ what is left of the payment and of the invoice, read again in the transaction. Where the last of a payment
 * in cash leaves less than the smallest coin open, that is rounded off.
 */
function allocate(tx: Tx, viewer: Viewer, { invoiceid, amount, ...of }: Allocated, field: string) {
  const found = clientPaymentById(tx.db, of.paymentid)
  const { invoice } = visibleInvoice(tx.db, viewer, invoiceid)
  if (!found || found.payment.reverseddate)
    throw new Problem(400, 'This payment was reversed.', { code: 'reversed' })
  checkPayable(invoice)
  if (invoice.client !== found.payment.client)
    throw invalid({ invoiceid: `${invoice.number} is not an invoice of this client.` })
  const due = readOpen(invoice)
  if (amount <= 0) throw invalid({ [field]: 'The amount must be above zero.' })
  if (amount > due)
    throw invalid({ [field]: `Only ${formatRand(Math.max(0, due))} of ${invoice.number} is still due.` })
  if (amount > found.open)
    throw invalid({ [field]: `Only ${formatRand(found.open)} of this payment is left.` })
  const left = asCents(due - amount)
  const closes = found.payment.method === 'cash' && amount === found.open && left === cashRounding(left)
  allocateTo(tx, invoiceid, {
    ...of,
    amount,
    rounding: closes ? left : asCents(0),
    reference: found.payment.reference,
  })
}

/** A mirror of all that it was put to, dated today; both stay. @throws 404, 409 when it is reversed already, 403 */
export function reversePayment(tx: Tx, viewer: Viewer, id: string, reason: string) {
  const { payment, allocations, hidden } = visiblePayment(tx.db, viewer, id)
  if (payment.reverseddate) throw new Problem(409, 'This payment is reversed already.', { code: 'reversed' })
  if (hidden > 0) throw forbidden('This payment is for invoices of boards, too, that you do not see.')
  const date = readToday(tx.db)
  for (const { invoiceid, amount, rounding } of allocations)
    if (amount !== 0)
      allocateTo(tx, invoiceid, {
        ...{ paymentid: id, date, why: reason },
        amount: asCents(-amount),
        rounding: asCents(-rounding),
      })
  tx.db.update(client_payments).set({ reverseddate: date, reason }).where(eq(client_payments.id, id)).run()
  undoRefund(tx, id, reason)
  const was = formatRand(payment.amountcents)
  if (payment.client)
    recordHistory(tx, 'clients', payment.client, [{ field: 'payment', oldvalue: was, newvalue: '' }], reason)
}
