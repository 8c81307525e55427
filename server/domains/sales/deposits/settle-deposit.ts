import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { allocateTo } from '#server/domains/sales/invoices/allocate.ts'
import { readOpen, visibleInvoice } from '#server/domains/sales/invoices/find-invoice.ts'
import { type Received, storePayment } from '#server/domains/sales/invoices/store-payment.ts'
import { invalid, Problem } from '#server/errors.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { formatRand } from '#views/format.ts'
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

type Refund = Omit<Received, 'amount'> & { amount?: Cents; reason: string }

/** Money that went back to the client: a payment below zero. @throws as `visibleDeposit`; 400 by field */
export function refundDeposit(tx: Tx, viewer: Viewer, id: string, refund: Refund) {
  const deposit = visibleDeposit(tx.db, viewer, id)
  const amount = chooseHeld(deposit, refund.amount)
  const { reference, reason } = refund
  const given = { ...refund, amount: asCents(-amount), why: reason }
  const { paymentid, date } = storePayment(tx, deposit.client, given)
  allocateTo(tx, [{ invoiceid: id, paymentid, date, amount: asCents(-amount), reference, why: reason }])
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
