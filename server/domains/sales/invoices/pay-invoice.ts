import { listInvoicePayments } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysBetween } from '#server/dates.ts'
import { invalid, Problem } from '#server/errors.ts'
import { cashRounding } from '#server/money/cash.ts'
import { asCents, type Cents, DecimalError, parseCents } from '#server/money/decimal.ts'
import { roomFor } from '#server/record-limits.ts'
import { formatRand, shortDate } from '#views/format.ts'
import { allocateTo } from './allocate.ts'
import { readOpen, visibleInvoice } from './find-invoice.ts'
import { type Received, storePayment } from './store-payment.ts'

/**
 * More than is due is kept as credit of the client. In cash, what no coin pays is left off.
 * @throws 404, 400 for a draft, a credit note, what is paid in full, an amount that is not above zero
 * @returns the payment, and what of it is put to no invoice
 */
export function payInvoice(tx: Tx, viewer: Viewer, id: string, received: Received) {
  const { invoice } = visibleInvoice(tx.db, viewer, id)
  checkPayable(invoice)
  const due = readOpen(invoice)
  const { amount, reference } = received
  roomFor('invoice_payments', listInvoicePayments(tx.db, id).length, 'amount')
  const what = invoice.kind === 'deposit' ? 'deposit request' : 'invoice'
  if (amount > 0 && due <= 0)
    throw invalid({
      amount: `This ${what} ${invoice.paidcents > 0 ? 'is paid in full' : 'asks for nothing any more'}.`,
    })
  if (amount > due && !invoice.client)
    throw invalid({
      amount: `Only ${formatRand(due)} is still due, and a cash sale has no client to keep more for.`,
    })
  const { paymentid, date } = receivePayment(tx, invoice.client, received)
  const rounding = cashRounding(due)
  const closes = received.method === 'cash' && amount === due - rounding
  allocateTo(tx, [
    {
      ...{ invoiceid: id, paymentid, date, reference },
      amount: asCents(Math.min(amount, due)),
      rounding: closes ? rounding : asCents(0),
    },
  ])
  return { paymentid, credit: asCents(Math.max(0, amount - due)) }
}

/** More days before its invoice than a payment is likely to have come. */
const LONG_BEFORE = 31

/** A slip of the year is found before it is booked. @throws 400 by field */
export function checkPaidDay(db: TenantDb, viewer: Viewer, id: string, day: string | null | undefined) {
  const { kind, date } = visibleInvoice(db, viewer, id).invoice
  if (!day || !date || daysBetween(day, date) <= LONG_BEFORE) return
  const what = kind === 'deposit' ? 'request' : 'invoice'
  throw invalid({
    date: `This is long before the ${what}, which is of ${shortDate(date)}. If it is right, tick “The date is right” and record it again.`,
  })
}

/** @throws 400 for what nothing can be put to */
export function checkPayable({ kind, state }: { kind: string; state: string }) {
  if (kind === 'creditnote' || state !== 'issued')
    throw new Problem(400, 'Only an issued invoice that is not credited can be paid.', { code: 'notissued' })
}

/** Money that came in, put to no invoice yet. @throws 400 by field */
export function receivePayment(tx: Tx, client: string | null, received: Received) {
  if (received.amount <= 0) throw invalid({ amount: 'The amount must be above zero.' })
  return storePayment(tx, client, received)
}

/** @throws 400 by field */
export function parsePaidAmount(input: number | string, field = 'amount'): Cents {
  if (input === '') throw invalid({ [field]: 'Type the amount.' })
  try {
    return parseCents(input, 'amount')
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ [field]: error.message }) : error
  }
}
