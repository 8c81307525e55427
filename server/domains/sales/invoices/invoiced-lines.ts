import { listInvoicedFigures } from '#db/queries/sales/invoiced-figures.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, asQuantity, type Cents, type Quantity } from '#server/money/decimal.ts'

/** `back`: net, of what was credited for goods that came back, which the client was never to pay; of what was used. */
export type Invoiced = { jobid: string; quantity: Quantity; vat: Cents; total: Cents; back: Cents }

/**
 * What of each line of some jobs may not be charged any more: what stands invoiced, and what was credited for good of what the client
 * keeps. What came back into stock is used no more, or was kept by us, so it is not taken off twice.
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
      },
    ]),
  )

type InvoicedLine = { materialid: string | null; backbefore: Quantity }

/**
 * Of a line of an invoice, what notes put back into stock and no credit note has credited yet: what they put back before the invoice
 * was issued, it did not charge.
 */
export function readUncredited(db: TenantDb, jobid: string | null): (line: InvoicedLine) => Quantity {
  const figures = jobid ? listInvoicedFigures(db, [jobid]) : []
  const byline = new Map(figures.map((line) => [line.materialid, line]))
  return ({ materialid, backbefore }) => {
    const { noted = 0, matched = 0 } = byline.get(materialid ?? '') ?? {}
    return asQuantity(Math.max(0, noted - Math.max(matched, backbefore)))
  }
}
