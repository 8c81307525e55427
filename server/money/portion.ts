import type { LineAmounts } from './amounts.ts'
import { asCents, type Cents } from './decimal.ts'
import { multiply } from './round.ts'

/** Of `whole`, what lies between the quantities `from` and `upto`; `before`: what was charged for what lies before. */
type Share = { whole: number; from: number; upto: number; before: { vat: Cents; total: Cents } }

/**
 * Rounded at `upto`, less what went before: all parts of a line together are the line, to the cent, in total and in
 * VAT. A part by itself is off by less than a cent.
 */
export function portion(
  { discount, vat, total, vatrate, exempt }: LineAmounts,
  { whole, from, upto, before }: Share,
): LineAmounts {
  const share = (cents: Cents, quantity: number) =>
    multiply(cents, Math.abs(quantity), BigInt(Math.abs(whole)))
  const part = {
    vat: asCents(share(vat, upto) - before.vat),
    total: asCents(share(total, upto) - before.total),
    discount: asCents(share(discount, upto) - share(discount, from)),
  }
  const net = asCents(part.total - part.vat)
  const rate = exempt ? { vatrate, exempt } : { vatrate }
  return { ...part, net, gross: asCents(net + part.discount), ...rate }
}
