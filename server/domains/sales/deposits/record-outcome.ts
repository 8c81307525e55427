import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { findRefund } from '#db/queries/sales/deposits.ts'
import { invoiceRow } from '#db/queries/sales/invoices.ts'
import { type DepositOutcome, deposit_outcomes, invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { recordInvoiceChange } from '#server/domains/sales/invoices/save-draft.ts'
import { withdrawInvoiceMails } from '#server/domains/sales/invoices/withdraw-mails.ts'
import { notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { formatRand } from '#views/format.ts'

type Outcome = {
  kind: DepositOutcome
  /** Below zero: it is taken back. */
  amount: Cents
  invoice?: { id: string; number: string }
  paymentid?: string
  reason?: string
}

const words: Record<DepositOutcome, string> = {
  applied: 'taken off',
  refunded: 'given back',
  forfeited: 'kept, invoiced by',
  credited: 'moved to credit',
  withdrawn: 'no longer asked for',
}

export function recordOutcome(tx: Tx, depositid: string, { amount, ...outcome }: Outcome) {
  const { kind, invoice, paymentid = null, reason = '' } = outcome
  const deposit = invoiceRow(tx.db, depositid)?.invoice
  if (!deposit) throw notFound('invoice')
  tx.db
    .insert(deposit_outcomes)
    .values({
      ...{ id: randomUUIDv7(), depositid, kind, amountcents: amount, date: readToday(tx.db) },
      ...{ invoiceid: invoice?.id ?? null, paymentid, reason, userid: tx.by.userid, createdutc: tx.now },
    })
    .run()
  tx.db
    .update(invoices)
    .set({
      settledcents: asCents(deposit.settledcents + amount),
      reason: amount > 0 ? kind : null,
      version: deposit.version + 1,
      updatedutc: tx.now,
    })
    .where(eq(invoices.id, depositid))
    .run()
  if (kind === 'withdrawn')
    withdrawInvoiceMails(
      tx,
      { kind: 'invoice', id: depositid },
      { why: `${deposit.number} is no longer asked for.` },
    )
  const said = [formatRand(Math.abs(amount)), words[kind], kind === 'withdrawn' ? '' : invoice?.number]
    .filter(Boolean)
    .join(' ')
  const change = amount < 0 ? { oldvalue: said, newvalue: '' } : { oldvalue: '', newvalue: said }
  recordHistory(tx, 'invoices', depositid, [{ field: 'deposit', ...change }], reason)
  recordInvoiceChange(tx, depositid, deposit.jobid, [
    { field: 'deposit request', oldvalue: '', newvalue: `${deposit.number}: ${words[kind]}` },
  ])
}

/** Of a payment that went back to the client and is reversed: the deposit is held again. */
export function undoRefund(tx: Tx, paymentid: string, reason: string) {
  const refund = findRefund(tx.db, paymentid)
  if (!refund) return
  recordOutcome(tx, refund.depositid, {
    kind: 'refunded',
    amount: asCents(-refund.amount),
    paymentid,
    reason,
  })
}
