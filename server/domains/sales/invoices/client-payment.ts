import {
  clientPaymentById,
  findPayable,
  listAllocations,
  listCreditedBy,
  listCreditOfClient,
  listUnpaid,
} from '#db/queries/sales/client-payments.ts'
import { listRefundedIds } from '#db/queries/sales/credit-refunds.ts'
import { listInvoicePayments } from '#db/queries/sales/invoices.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { forbidden, invalid, notFound, Problem } from '#server/errors.ts'
import { cashRounding } from '#server/money/cash.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { roomFor } from '#server/record-limits.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import { allocateTo } from './allocate.ts'
import { readOpen, visibleInvoice } from './find-invoice.ts'
import { checkPayable, receivePayment } from './pay-invoice.ts'
import type { Received } from './store-payment.ts'

/** Whoever sees one of its invoices sees a payment, and credit of it that went back; one that is put to none, whoever sees all. @throws 404 */
export function visiblePayment(db: TenantDb, viewer: Viewer, id: string) {
  const found = clientPaymentById(db, id)
  const allocations = found ? listAllocations(db, [id]) : []
  const isSeen = ({ boardid, location }: (typeof allocations)[number]) =>
    canSeeJobAt(viewer, boardid, location)
  const seen = allocations.filter(isSeen)
  const visible =
    viewer.everything || seen.length > 0 || listAllocations(db, listRefundedIds(db, id)).some(isSeen)
  if (!found || !visible) throw notFound('payment')
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
  const put = oldest
    ? payOldest(tx, client, received.amount)
    : allocations.flatMap(({ invoiceid, amount }, at) =>
        amount === null ? [] : { invoiceid, amount, field: `allocations.${at}.amount` },
      )
  allocate(tx, viewer, { paymentid, date }, put)
  return paymentid
}

function payOldest(tx: Tx, client: string, amount: Cents): Put[] {
  let left: number = amount
  return listUnpaid(tx.db, client).flatMap(({ id, open }) => {
    const put = asCents(Math.min(left, open))
    left -= put
    return put > 0 ? { invoiceid: id, amount: put, field: 'amount' } : []
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
  const put = { invoiceid, amount, field: 'amount' }
  allocate(tx, viewer, { paymentid, date: readToday(tx.db) }, [put])
}

/** All that a client has of credit and an invoice still asks for, the oldest payment first. @throws as `allocateCredit`, 403, 400 where there is none */
export function useCredit(tx: Tx, viewer: Viewer, invoiceid: string): Cents {
  requireWholeView(viewer)
  const { invoice } = visibleInvoice(tx.db, viewer, invoiceid)
  checkPayable(invoice)
  const due = readOpen(invoice)
  const credits = invoice.client ? listCreditOfClient(tx.db, invoice.client) : []
  if (due <= 0 || credits.length === 0)
    throw new Problem(
      400,
      due <= 0
        ? `${invoice.number} asks for nothing any more.`
        : 'This client has no credit that could be used.',
      { code: 'nocredit' },
    )
  const room = roomFor('invoice_payments', listInvoicePayments(tx.db, invoiceid).length, 'amount')
  const date = readToday(tx.db)
  const says = creditReferences(
    tx.db,
    credits.map(({ id }) => id),
  )
  let left: Cents = due
  const parts = credits
    .slice(0, room)
    .map(({ id: paymentid, open, method, reference }) => {
      const amount = asCents(Math.min(left, open))
      left = asCents(left - amount)
      return {
        invoiceid,
        paymentid,
        date,
        amount,
        reference: says(paymentid) ?? reference,
        rounding: closingRounding(method, open - amount, left),
      }
    })
    .filter(({ amount }) => amount > 0)
  allocateTo(tx, parts)
  return asCents(due - left)
}

/** As money of a deposit names the deposit; none for credit that no credit note made. */
function creditReferences(db: TenantDb, paymentids: readonly string[]) {
  const notes = listCreditedBy(db, paymentids)
  return (id: string) => {
    const numbers = notes.get(id)?.map(({ number }) => number)
    return numbers && `Credit ${numbers.join(', ')}`
  }
}

/** Where the last of a payment in cash leaves less than the smallest coin open, that is rounded off. */
const closingRounding = (method: string, rest: number, left: Cents): Cents =>
  method === 'cash' && rest === 0 && left === cashRounding(left) ? left : asCents(0)

/** `field`: what a refusal names. */
type Put = { invoiceid: string; amount: Cents; field: string }
type Payable = ReturnType<typeof findPayable> extends Map<string, infer One> ? One : never

/** 0 < amount ≤ what is left of the payment and of each invoice, read again in the transaction. */
function allocate(tx: Tx, viewer: Viewer, of: { paymentid: string; date: string }, all: readonly Put[]) {
  const found = clientPaymentById(tx.db, of.paymentid)
  if (!found || found.payment.reverseddate)
    throw new Problem(400, 'This payment was reversed.', { code: 'reversed' })
  const { client, method } = found.payment
  const reference = creditReferences(tx.db, [of.paymentid])(of.paymentid) ?? found.payment.reference
  const payable = findPayable(
    tx.db,
    all.map(({ invoiceid }) => invoiceid),
  )
  let rest: number = found.open
  const parts = all.map((put) => {
    const invoice = seenPayable(viewer, payable.get(put.invoiceid), client)
    checkAmount(invoice, put, rest)
    rest -= put.amount
    invoice.open = asCents(invoice.open - put.amount)
    invoice.payments++
    const { invoiceid, amount } = put
    return { ...of, invoiceid, amount, reference, rounding: closingRounding(method, rest, invoice.open) }
  })
  allocateTo(tx, parts)
}

function seenPayable(viewer: Viewer, invoice: Payable | undefined, client: string | null): Payable {
  if (!invoice || !canSeeJobAt(viewer, invoice.boardid, invoice.location)) throw notFound('invoice')
  checkPayable(invoice)
  if (invoice.client !== client)
    throw invalid({ invoiceid: `${invoice.number} is not an invoice of this client.` })
  return invoice
}

function checkAmount({ number, open, payments }: Payable, { amount, field }: Put, rest: number) {
  if (amount <= 0) throw invalid({ [field]: 'The amount must be above zero.' })
  if (amount > open)
    throw invalid({ [field]: `Only ${formatRand(asCents(Math.max(0, open)))} of ${number} is still due.` })
  if (amount > rest) throw invalid({ [field]: `Only ${formatRand(asCents(rest))} of this payment is left.` })
  roomFor('invoice_payments', payments, field)
}
