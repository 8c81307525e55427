import { randomUUIDv7 } from 'bun'
import { client_payments } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { allocateTo } from '#server/domains/sales/invoices/allocate.ts'
import { readOpen, visibleInvoice } from '#server/domains/sales/invoices/find-invoice.ts'
import { invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { isCashAmount } from '#server/money/cash.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'
import type { PaymentMethod } from '#views/sales/invoices/payment-methods.ts'
import { moveMoney } from './apply-deposits.ts'
import { recordOutcome } from './record-outcome.ts'

/** @throws 404, 400 for what is no deposit request */
export function visibleDeposit(db: TenantDb, viewer: Viewer, id: string) {
  const { invoice } = visibleInvoice(db, viewer, id)
  if (invoice.kind !== 'deposit')
    throw new Problem(400, 'Only a deposit request can be given back, kept or withdrawn.', {
      code: 'nodeposit',
    })
  return { ...invoice, number: invoice.number ?? '' }
}

/** What of a deposit is held; all of it, where no amount is named. @throws 400 by field */
export function chooseHeld({ paidcents: held }: { paidcents: Cents }, amount: Cents = held): Cents {
  if (held <= 0) throw new Problem(400, 'Nothing of this deposit is held.', { code: 'nothingheld' })
  if (amount <= 0) throw invalid({ amount: 'The amount must be above zero.' })
  if (amount > held) throw invalid({ amount: `Only ${formatRand(held)} of this deposit is held.` })
  return amount
}

type Refund = {
  amount?: Cents
  date?: string | null
  method?: PaymentMethod
  reference?: string
  reason: string
}

/** Money that went back to the client: a payment below zero. @throws as `visibleDeposit`; 400 by field */
export function refundDeposit(tx: Tx, viewer: Viewer, id: string, refund: Refund) {
  const deposit = visibleDeposit(tx.db, viewer, id)
  const amount = chooseHeld(deposit, refund.amount)
  const { method = 'transfer', reference = '', reason } = refund
  const today = readToday(tx.db)
  const date = refund.date ?? today
  if (date > today) throw invalid({ date: 'A payment cannot be dated after today.' })
  if (method === 'cash' && !isCashAmount(amount))
    throw invalid({ amount: 'Cash is paid in steps of 10 cents.' })
  const paymentid = randomUUIDv7()
  const { client } = deposit
  tx.db
    .insert(client_payments)
    .values({
      ...{ id: paymentid, client, date, method, amountcents: asCents(-amount), reference },
      ...{ userid: tx.by.userid, createdutc: tx.now },
    })
    .run()
  if (client)
    recordHistory(
      tx,
      'clients',
      client,
      [{ field: 'payment', oldvalue: '', newvalue: `${formatRand(amount)} given back` }],
      reason,
    )
  allocateTo(tx, id, { paymentid, date, amount: asCents(-amount), reference, why: reason })
  recordOutcome(tx, id, { kind: 'refunded', amount, paymentid, reason })
}

/** All that is held may pay other invoices of the client. @throws as `visibleDeposit`; 400 where nothing is held, or by nobody */
export function creditDeposit(tx: Tx, viewer: Viewer, id: string, { reason }: { reason: string }) {
  const deposit = visibleDeposit(tx.db, viewer, id)
  const amount = chooseHeld(deposit)
  if (!deposit.client)
    throw new Problem(400, 'A cash sale has no client whose credit this could be.', { code: 'noclient' })
  moveMoney(tx, { from: deposit, amount })
  recordOutcome(tx, id, { kind: 'credited', amount, reason })
}

/** What was not paid is no longer asked for; what is held stays. @throws as `visibleDeposit`; 400 where nothing is open */
export function withdrawDeposit(tx: Tx, viewer: Viewer, id: string, reason: string) {
  const deposit = visibleDeposit(tx.db, viewer, id)
  const { number } = deposit
  const { open } = { open: readOpen(deposit) }
  if (open <= 0) throw new Problem(400, `${number} asks for nothing any more.`, { code: 'nothingopen' })
  recordOutcome(tx, id, { kind: 'withdrawn', amount: open, reason })
}
