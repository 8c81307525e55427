import { type InvoicedFigures, listInvoicedFigures } from '#db/queries/sales/invoiced-figures.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, asQuantity, type Cents, type Quantity } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'

/** `back`: net, of what was credited for goods that came back, which the client was never to pay; of what was used. */
export type Invoiced = { jobid: string; quantity: Quantity; vat: Cents; total: Cents; back: Cents }

/**
 * What of each line of some jobs may not be charged any more: what stands invoiced, and what was credited for good of what the client
 * keeps. What came back into stock is used no more, or was kept by us, so it is not taken off twice.
 */
export const invoicedByLine = (db: TenantDb, jobids: readonly string[]): Map<string, Invoiced> =>
  new Map(listInvoicedFigures(db, jobids).map((figures) => [figures.materialid, countInvoiced(figures)]))

function countInvoiced(figures: InvoicedFigures): Invoiced {
  const { jobid, invoiced, invoicedvat, invoicedtotal, gone, again } = figures
  const back = countBack(figures)
  const backOf = (goneCents: number, reduced: number) =>
    share(goneCents, back.gone, gone) + share(reduced, back.again, again)
  const vat = backOf(figures.gonevat, figures.reducedvat)
  const total = backOf(figures.gonetotal, figures.reducedtotal)
  return {
    jobid,
    quantity: asQuantity(invoiced - back.gone),
    vat: asCents(invoicedvat - vat),
    total: asCents(invoicedtotal - total),
    back: asCents(total - vat),
  }
}

const share = (cents: number, part: number, whole: number) =>
  whole === 0 ? 0 : multiply(cents, part, BigInt(whole))

/**
 * Of what was credited, what came back and so is not among what was used. What a job made stays made: of that only what a note put
 * back is kept by us. A fixed price does not follow what was used.
 */
function countBack(figures: InvoicedFigures) {
  if (figures.fixedprice) return { gone: 0, again: 0 }
  const { gone, again } = matchNotes(figures)
  if (figures.made) return { gone, again }
  return { gone: gone + figures.gonerestocked, again: again + figures.againrestocked }
}

/**
 * What notes put back was credited, as long as a credit note did not bring it in itself: what was returned first, for good and then to
 * be invoiced again, then the rest of what was credited in the same order.
 */
function matchNotes(figures: InvoicedFigures) {
  let left = figures.noterestocked
  const take = (credited: number, restocked: number) => {
    const taken = Math.max(0, Math.min(left, credited - restocked))
    left -= taken
    return taken
  }
  const { gone, gonerestocked, gonereturned, gonereturnedrestocked } = figures
  const { again, againrestocked, againreturned, againreturnedrestocked } = figures
  const returned = take(gonereturned, gonereturnedrestocked)
  const returnedagain = take(againreturned, againreturnedrestocked)
  const rest = take(gone - gonereturned, gonerestocked - gonereturnedrestocked)
  const restagain = take(again - againreturned, againrestocked - againreturnedrestocked)
  return { gone: returned + rest, again: returnedagain + restagain, left }
}

/** What notes put back into stock of each line of a job, and no credit note has credited yet. */
export const backUncredited = (db: TenantDb, jobid: string): Map<string, Quantity> =>
  new Map(
    listInvoicedFigures(db, [jobid]).map((figures) => [
      figures.materialid,
      asQuantity(matchNotes(figures).left),
    ]),
  )
