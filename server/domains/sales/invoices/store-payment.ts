import { randomUUIDv7 } from 'bun'
import { client_payments } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { isCashAmount } from '#server/money/cash.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import type { PaymentMethod } from '#views/sales/invoices/payment-methods.ts'

/** `date` defaults to today in the tenant's zone. */
export type Received = { date?: string | null; amount: Cents; method?: PaymentMethod; reference?: string }

/**
 * Money that came in, or below zero went back to the client, put to nothing yet. `why` it went back.
 * @throws 400 by field
 */
export function storePayment(tx: Tx, client: string | null, { why, ...moved }: Received & { why?: string }) {
  const { amount, method = 'transfer', reference = '' } = moved
  const today = todayIn(readZone(tx.db), new Date(tx.now))
  const date = moved.date ?? today
  if (date > today) throw invalid({ date: 'A payment cannot be dated after today.' })
  if (method === 'cash' && !isCashAmount(amount))
    throw invalid({ amount: 'Cash is paid in steps of 10 cents.' })
  const paymentid = randomUUIDv7()
  tx.db
    .insert(client_payments)
    .values({
      ...{ id: paymentid, client, date, method, amountcents: amount, reference },
      ...{ userid: tx.by.userid, createdutc: tx.now },
    })
    .run()
  const figure = formatRand(asCents(Math.abs(amount)))
  const newvalue = amount < 0 ? `${figure} given back` : figure
  if (client)
    recordHistory(tx, 'clients', client, [{ field: 'payment', oldvalue: '', newvalue }], why ?? reference)
  tellPayments(tx, [paymentid])
  return { paymentid, date }
}

/** Of whatever moves or puts its money, webhooks are told. */
export const tellPayments = (tx: Tx, ids: readonly string[]) =>
  tx.publish(
    'RecordChanged',
    ids.map((id) => ({ table: 'invoices', told: 'payments', id })),
  )
