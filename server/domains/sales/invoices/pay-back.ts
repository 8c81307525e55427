import { randomUUIDv7 } from 'bun'
import { clientPaymentById, listCreditOfClient } from '#db/queries/sales/client-payments.ts'
import { listRefundSources } from '#db/queries/sales/credit-refunds.ts'
import { clients, credit_refunds } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { invalid, Problem } from '#server/errors.ts'
import { sumCents } from '#server/money/amounts.ts'
import { cashRounding } from '#server/money/cash.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { formatRand, shortDate } from '#views/format.ts'
import { requireWholeView, visiblePayment } from './client-payment.ts'
import { type Received, storePayment, tellPayments } from './store-payment.ts'

/** Whose credit: all of a client, or of one payment, such as one of a cash sale. */
export type CreditOf = { client?: string; payment?: string }

type Credit = {
  client: string | null
  name: string
  parts: { id: string; date: string; open: Cents }[]
  total: Cents
}

/** What may go back, the oldest payment first. @throws 404, 403, 400 where neither or both are named */
export function readCredit(db: TenantDb, viewer: Viewer, { client, payment }: CreditOf): Credit {
  requireWholeView(viewer)
  if (Boolean(client) === Boolean(payment))
    throw invalid({ client: 'Name either the client or the payment whose credit goes back.' })
  if (client) {
    const parts = listCreditOfClient(db, client)
    const { name } = getRecord(db, clients, client)
    return { client, name, parts, total: sumCents(parts.map(({ open }) => open)) }
  }
  const found = visiblePayment(db, viewer, payment ?? '')
  const total = found.payment.reverseddate ? asCents(0) : asCents(Math.max(0, found.open))
  return {
    client: found.payment.client,
    name: found.clientname ?? 'Cash sale',
    parts: [{ id: found.payment.id, date: found.payment.date, open: total }],
    total,
  }
}

/** Credit that went back to the client: a payment below zero, of all of the credit that its method can pay unless told. @throws as `readCredit`; 400 by field */
export function payBack(
  tx: Tx,
  viewer: Viewer,
  { client, payment, ...moved }: CreditOf & Omit<Received, 'amount'> & { amount?: Cents },
): string {
  const credit = readCredit(tx.db, viewer, { client, payment })
  const amount = moved.amount ?? (moved.method === 'cash' ? inCash(credit.total) : credit.total)
  if (credit.total <= 0)
    throw new Problem(400, `${credit.name} has no credit that could go back.`, { code: 'nocredit' })
  if (amount <= 0) throw invalid({ amount: 'The amount must be above zero.' })
  if (amount > credit.total) throw invalid({ amount: `Only ${formatRand(credit.total)} is credit.` })
  const given = { ...moved, amount: asCents(-amount), why: moved.reference || 'credit paid back' }
  const { paymentid: refundid, date } = storePayment(tx, credit.client, given)
  let left: number = amount
  for (const { id, date: received, open } of credit.parts) {
    const taken = asCents(Math.min(left, open))
    if (taken > 0 && date < received)
      throw invalid({
        date: `This gives back what was received on ${shortDate(received)}: it cannot be dated before.`,
      })
    if (taken > 0) storePart(tx, { refundid, paymentid: id, date, amountcents: taken })
    left -= taken
  }
  return refundid
}

/** What coins can pay of credit. */
export const inCash = (credit: Cents): Cents => asCents(credit - cashRounding(credit))

/** Of a refund that is reversed: what it gave back is credit again. */
export function undoPayBack(tx: Tx, refundid: string, date: string) {
  for (const { id, amount } of listRefundSources(tx.db, refundid))
    storePart(tx, { refundid, paymentid: id, date, amountcents: asCents(-amount) })
}

/** @throws 400 where some of it went back to the client */
export function refusePaidBack(db: TenantDb, id: string) {
  const { paidback = 0 } = clientPaymentById(db, id) ?? {}
  if (paidback > 0)
    throw new Problem(
      400,
      `${formatRand(paidback)} of this payment was paid back: reverse that refund first, then this payment.`,
      { code: 'paidback' },
    )
}

type Part = Pick<typeof credit_refunds.$inferInsert, 'refundid' | 'paymentid' | 'date' | 'amountcents'>

function storePart(tx: Tx, part: Part) {
  tx.db
    .insert(credit_refunds)
    .values({ ...part, id: randomUUIDv7(), userid: tx.by.userid, createdutc: tx.now })
    .run()
  tellPayments(tx, [part.paymentid])
}
