import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import { listInvoicePayments } from '#db/queries/sales/invoices.ts'
import type { Tx } from '#db/tenants.ts'
import { allocateTo } from '#server/domains/sales/invoices/allocate.ts'
import type { AppliedDeposit } from '#server/domains/sales/invoices/snapshot.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
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
  const taken: { paymentid: string; date: string; amount: Cents }[] = []
  let left = amount
  for (const [paymentid, rows] of byPayment) {
    const held = rows.reduce((sum, { amountcents }) => sum + amountcents, 0)
    const part = Math.min(left, held)
    if (!paymentid || part <= 0) continue
    taken.push({ paymentid, date, amount: asCents(part) })
    left -= part
  }
  const why = to ? `put to ${to.number}` : 'moved to credit'
  const away = taken.map((part) => ({
    ...{ ...part, invoiceid: from.id, why },
    amount: asCents(-part.amount),
  }))
  const put = to
    ? taken.map((part) => ({ ...part, invoiceid: to.id, reference: `Deposit ${from.number}` }))
    : []
  allocateTo(tx, [...away, ...put])
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
