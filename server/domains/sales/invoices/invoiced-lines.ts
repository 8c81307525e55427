import { listInvoicedFigures } from '#db/queries/sales/invoiced-figures.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, asQuantity, type Cents, type Quantity } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'

type Money = { vat: Cents; total: Cents }

/**
 * `back`: net, of what was credited for goods that came back, which the client was never to pay; of what was used. `off`: what was
 * taken off the price, and is not taken off `vat` and `total`.
 */
export type Invoiced = Money & { jobid: string; quantity: Quantity; back: Cents; off: Money }

/**
 * What of each line of some jobs may not be charged any more: what stands invoiced, and what was credited for good of what the client
 * keeps. What came back into stock is used no more, or is kept by us, so it is not taken off twice.
 */
export const invoicedByLine = (db: TenantDb, jobids: readonly string[]): Map<string, Invoiced> =>
  new Map(
    listInvoicedFigures(db, jobids).map(({ materialid, jobid, invoiced, back, ...money }) => [
      materialid,
      {
        jobid,
        quantity: asQuantity(invoiced - back),
        vat: asCents(money.invoicedvat - money.backvat),
        total: asCents(money.invoicedtotal - money.backtotal),
        back: asCents(money.backtotal - money.backvat),
        off: { vat: asCents(money.offvat), total: asCents(money.offtotal) },
      },
    ]),
  )

/** Net cents of what is invoiced beyond what its line charges: a credit note takes it back. */
export function netOver({ quantity, total, vat }: Invoiced, whole: number): number {
  const over = quantity > 0 ? Math.min(quantity - whole, quantity) : 0
  return over > 0 ? multiply(asCents(total - vat), over, BigInt(quantity)) : 0
}
