import {
  asCents,
  asPercent,
  asRate,
  type Cents,
  DecimalError,
  hundredPercent,
  type Percent,
  type Quantity,
  type Rate,
} from './decimal.ts'
import { multiply } from './round.ts'

/** `inclusive`: the rate has the VAT in it. */
export type Line = {
  quantity: Quantity
  rate: Rate
  discount?: Percent
  vatrate: Percent
  exempt?: boolean
  inclusive?: boolean
}

/** Cents. `gross` and `discount` are without VAT; `gross` - `discount` = `net`, `net` + `vat` = `total`. */
export type LineAmounts = {
  gross: Cents
  discount: Cents
  net: Cents
  vat: Cents
  total: Cents
  vatrate: Percent
  /** From VAT; a rate of 0 without it is zero-rated. */
  exempt?: true
}

type VatSum = { vatrate: Percent; exempt?: true; net: Cents; vat: Cents; total: Cents }
export type Totals = Omit<VatSum, 'vatrate' | 'exempt'> & { gross: Cents; discount: Cents; byrate: VatSum[] }

/** Gross, discount and the line's own VAT are each rounded (VAT Act s66(b)). @throws DecimalError */
export function lineAmounts({
  quantity,
  rate,
  discount: percent,
  vatrate,
  exempt,
  inclusive,
}: Line): LineAmounts {
  const gross = extendedAmount(quantity, rate)
  const discount = percent ? discountAmount(gross, percent) : asCents(0)
  const charged = asCents(gross - discount)
  const { net, vat, total } = inclusive ? extractVat(charged, vatrate) : addVat(charged, vatrate)
  const off = inclusive ? extractVat(discount, vatrate).net : discount
  const amounts = { gross: inclusive ? asCents(net + off) : gross, discount: off, net, vat, total, vatrate }
  return exempt ? { ...amounts, exempt } : amounts
}

/** The rate of a line of a job: that of an item priced with VAT is multiplied with it, so that it stays one figure. */
export const rateOfLine = ({ linerate, inclusiverate }: { linerate: Rate; inclusiverate: Rate | null }) =>
  inclusiverate === null ? { rate: linerate } : { rate: inclusiverate, inclusive: true }

function addVat(net: Cents, vatrate: Percent): Omit<VatSum, 'vatrate' | 'exempt'> {
  const vat = asCents(multiply(net, vatrate, hundredPercent))
  return { net, vat, total: asCents(net + vat) }
}

/** By the exact fraction (15/115): the five decimals that s66(a) permits lose R 4.78 on a million. */
export function extractVat(total: Cents, vatrate: Percent): Omit<VatSum, 'vatrate' | 'exempt'> {
  const vat = asCents(multiply(total, vatrate, hundredPercent + BigInt(vatrate)))
  return { net: asCents(total - vat), vat, total }
}

/** Sums of the rounded lines, never a rounding of sums; `byrate` has the highest VAT rate first, exempt last. */
export function totals(lines: readonly LineAmounts[]): Totals {
  const groups = Map.groupBy(lines, ({ vatrate, exempt }) => (exempt ? -1 : vatrate))
  const ordered = [...groups].sort(([a], [b]) => b - a).map(([, group]) => group)
  const byrate = ordered.map((group) => ({ ...rateOf(group), ...vatSum(group) }))
  return {
    gross: sumCents(lines.map((line) => line.gross)),
    discount: sumCents(lines.map((line) => line.discount)),
    ...vatSum(lines),
    byrate,
  }
}

/** @throws DecimalError when the sum is too large */
export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, amount) => asCents(sum + amount), asCents(0))
}

/** Cents, without discount or VAT. */
export function extendedAmount(quantity: Quantity, rate: Rate): Cents {
  // Millionths × ten-thousandths of a rand: 10^10 to the rand, 10^8 to the cent.
  return asCents(multiply(quantity, rate, 100_000_000n))
}

/** What one of them comes to, of an amount without discount. */
export const ratePerUnit = (amount: Cents, quantity: Quantity): Rate =>
  asRate(multiply(amount, 100_000_000, BigInt(quantity)))

function rateOf([first]: readonly LineAmounts[]): Pick<VatSum, 'vatrate' | 'exempt'> {
  const { vatrate = asPercent(0), exempt } = first ?? {}
  return exempt ? { vatrate, exempt } : { vatrate }
}

function vatSum(lines: readonly LineAmounts[]) {
  return {
    net: sumCents(lines.map((line) => line.net)),
    vat: sumCents(lines.map((line) => line.vat)),
    total: sumCents(lines.map((line) => line.total)),
  }
}

function discountAmount(gross: Cents, percent: Percent): Cents {
  if (percent < 0 || BigInt(percent) > hundredPercent)
    throw new DecimalError('The discount must be between 0 and 100 %.')
  return asCents(multiply(gross, percent, hundredPercent))
}
