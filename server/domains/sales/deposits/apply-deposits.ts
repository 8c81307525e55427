import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import { listInvoicePayments } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import { allocateTo } from '#server/domains/sales/invoices/allocate.ts'
import type { AppliedDeposit } from '#server/domains/sales/invoices/snapshot.ts'
import { asCents } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { recordOutcome } from './record-outcome.ts'

/** The money moves from the deposit to the invoice, which charges the VAT of all of it. */
export function applyDeposits(
  tx: Tx,
  { id, number }: { id: string; number: string },
  deposits: readonly AppliedDeposit[],
) {
  for (const deposit of deposits) {
    moveMoney(tx, { from: deposit, to: { id, number }, amount: deposit.amount })
    recordOutcome(tx, deposit.id, {
      kind: 'applied',
      amount: asCents(deposit.amount),
      invoice: { id, number },
    })
  }
}

type Numbered = { id: string; number: string }

/** The oldest payments of a deposit first; what was given back has left it already. To no invoice it is credit. */
export function moveMoney(tx: Tx, { from, to, amount }: { from: Numbered; to?: Numbered; amount: number }) {
  const date = readToday(tx.db)
  const byPayment = Map.groupBy(listInvoicePayments(tx.db, from.id), ({ paymentid }) => paymentid)
  let left = amount
  for (const [paymentid, rows] of byPayment) {
    const held = rows.reduce((sum, { amountcents }) => sum + amountcents, 0)
    const taken = Math.min(left, held)
    if (!paymentid || taken <= 0) continue
    allocateTo(tx, from.id, {
      paymentid,
      date,
      amount: asCents(-taken),
      why: to ? `put to ${to.number}` : 'moved to credit',
    })
    if (to)
      allocateTo(tx, to.id, { paymentid, date, amount: asCents(taken), reference: `Deposit ${from.number}` })
    left -= taken
  }
}

/** Once all of a job is invoiced, the invoice asks for what a deposit request still asked for. */
export function closeDeposits(tx: Tx, jobid: string, invoice: { id: string; number: string }) {
  for (const { id, open } of listDepositsOfJob(tx.db, jobid))
    if (open > 0)
      recordOutcome(tx, id, {
        ...{ kind: 'withdrawn', amount: open, invoice },
        reason: `${invoice.number} asks for it`,
      })
}
