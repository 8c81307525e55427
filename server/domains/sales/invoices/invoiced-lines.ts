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

/** What the rounding of the VAT and of the total of parts may come to. */
const ROUNDED = 2

/**
 * Net cents of what is invoiced beyond what its line charges: a credit note takes it back. `upto`: the quantity that may be charged
 * now, and `net` what that comes to at the rate of today, where the line says one. A draft charges what is left of more.
 */
export function netOver({ quantity, total, vat, off }: Invoiced, { upto, net }: Chargeable): number {
  if (quantity <= 0 || upto > quantity) return 0
  const charged = total - vat
  const given = off.total - off.vat
  const kept = Math.max(0, upto)
  const stays = multiply(asCents(charged), kept, BigInt(quantity))
  const fell = stays - (net ?? stays)
  const isRounded = Math.abs(fell) <= ROUNDED
  const over = charged - stays + (isRounded ? 0 : fell)
  // Money off the price stays given of what is kept, but for what brings it down to a lower rate.
  const less = fell > 0 && !isRounded ? given : given - multiply(asCents(given), kept, BigInt(quantity))
  return Math.max(0, Math.min(over - less, charged - given))
}

type Chargeable = { upto: number; net: number | undefined }
