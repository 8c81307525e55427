import { hundredPercent, type Percent } from '#server/money/decimal.ts'
import { divideRounded, multiply } from '#server/money/round.ts'

/**
 * What Pastel reads of a line, and recomputes: quantity and prices have four decimals, a discount two of a percent.
 * Ten-thousandths; `off` hundredths of a percent.
 */
type PastelPiece = { quantity: number; excl: number; incl: number; off: number }

/** As it was issued: quantity in millionths, rates in ten-thousandths of a rand, amounts in cents. */
export type IssuedLine = {
  quantity: number
  rate: number
  inclusiverate?: number
  discount: number
  vatrate: Percent
  net: number
  vat: number
  total: number
}

/** `pieces`: more than one where no price of one comes to the same. Undefined: none do. */
export type FittedLine = { pieces: PastelPiece[] | undefined; adjusted: boolean }

const WHOLE_OFF = 10_000
const ONE = 10_000

/** Cents of a piece, by the rounding of the whole, and by that of gross and discount apart: Pastel's own is not known. */
const amountsOf = (quantity: number, price: number, off: number): [number, number] => {
  const exact = BigInt(quantity) * BigInt(price)
  const gross = Number(divideRounded(exact, 1_000_000n))
  const whole = Number(divideRounded(exact * BigInt(WHOLE_OFF - off), 10_000_000_000n))
  return [whole, gross - multiply(gross, off, BigInt(WHOLE_OFF))]
}

const comesTo = (cents: number, quantity: number, price: number, off: number) =>
  amountsOf(quantity, price, off).every((amount) => amount === cents)

const vatOfNet = (net: number, vatrate: Percent) => multiply(net, vatrate, hundredPercent)
const vatOfTotal = (total: number, vatrate: Percent) =>
  multiply(total, vatrate, hundredPercent + BigInt(vatrate))

const STEPS = [0, 1, -1, 2, -2, 3, -3]

/** The price next to the wanted one that comes to these cents. */
function priceFor(cents: number, quantity: number, off: number, wanted: number): number | undefined {
  if (comesTo(cents, quantity, wanted, off)) return wanted
  const kept = BigInt(quantity) * BigInt(WHOLE_OFF - off)
  if (kept === 0n) return
  const sign = kept < 0n ? -1n : 1n
  const exact = Number(divideRounded(BigInt(cents) * 10_000_000_000n * sign, kept * sign))
  return STEPS.map((step) => exact + step).find((price) => comesTo(cents, quantity, price, off))
}

/** Of less than Pastel can write, one. */
const inFour = (quantity: number) =>
  Number(divideRounded(BigInt(quantity), 100n)) || Math.sign(quantity) * ONE
const inTwo = (discount: number) => Math.round(discount / 100)
const withVat = (rate: number, vatrate: Percent) => rate + multiply(rate, vatrate, hundredPercent)
const withoutVat = (rate: number, vatrate: Percent) => rate - vatOfTotal(rate, vatrate)

/** As prices without VAT. Undefined where Pastel would come to another net or VAT. */
export function fitWithoutVat(line: IssuedLine): FittedLine {
  const { net, vat, vatrate, rate } = line
  const quantity = inFour(line.quantity)
  if (vatOfNet(net, vatrate) !== vat) return { pieces: undefined, adjusted: false }
  for (const off of offsOf(line)) {
    const excl = priceFor(net, quantity, off, rate)
    if (excl === undefined) continue
    const incl = line.inclusiverate ?? withVat(excl, vatrate)
    return {
      pieces: [{ quantity, excl, incl, off }],
      adjusted: excl !== rate || off !== inTwo(line.discount),
    }
  }
  return { pieces: undefined, adjusted: false }
}

/** As it was given, else as a price that is net of it. */
const offsOf = ({ discount }: IssuedLine) => (discount > 0 ? [inTwo(discount), 0] : [0])

/** As prices with VAT, of which Pastel takes the VAT out as the law's fraction does; in pieces where need be. */
export function fitWithVat(line: IssuedLine): FittedLine {
  const { total, vat, vatrate, rate } = line
  const quantity = inFour(line.quantity)
  const wanted = line.inclusiverate ?? withVat(rate, vatrate)
  const piece = (some: { quantity: number; incl: number; off: number }): PastelPiece => ({
    ...some,
    excl: some.incl === wanted ? rate : withoutVat(some.incl, vatrate),
  })
  for (const off of offsOf(line)) {
    const incl = vatOfTotal(total, vatrate) === vat ? priceFor(total, quantity, off, wanted) : undefined
    if (incl === undefined) continue
    return {
      pieces: [piece({ quantity, incl, off })],
      adjusted: incl !== wanted || off !== inTwo(line.discount),
    }
  }
  // Too little to be divided in three goes as one.
  const enough = Math.abs(quantity) > 8 ? quantity : Math.sign(quantity) * ONE
  return { pieces: splitLine(line, enough)?.map(piece), adjusted: true }
}

type Sum = { total: number; vat: number; vatrate: Percent }
type Priced = { quantity: number; incl: number; off: number }

/** One unit, or half of less, is priced for the cents that are missing, and is split once more where it cannot be. */
function splitLine({ total, vat, vatrate }: Sum, quantity: number, depth = 2): Priced[] | undefined {
  const part = Math.abs(quantity) > ONE ? Math.sign(quantity) * ONE : Math.trunc(quantity / 2)
  const rest = quantity - part
  if (part === 0 || rest === 0) return
  const exact = divideRounded(BigInt(total) * 1_000_000n, BigInt(Math.abs(quantity)))
  const each = Number(exact) * Math.sign(quantity)
  const firsts = firstPrices(rest, each).map((incl) => {
    const [amount] = amountsOf(rest, incl, 0)
    const left = { total: total - amount, vat: vat - vatOfTotal(amount, vatrate), vatrate }
    return { piece: { quantity: rest, incl, off: 0 }, left }
  })
  for (const { piece, left } of firsts) {
    const incl = vatOfTotal(left.total, vatrate) === left.vat && priceFor(left.total, part, 0, each)
    if (typeof incl === 'number') return [piece, { quantity: part, incl, off: 0 }]
  }
  if (depth === 0) return
  for (const { piece, left } of firsts) {
    const others = splitLine(left, part, depth - 1)
    if (others) return [piece, ...others]
  }
  return
}

/** About a price, the nearest first: by its smallest steps, and by those that move the amount by a cent. */
function firstPrices(quantity: number, each: number): number[] {
  const cent = Math.max(1, Math.ceil(1_000_000 / Math.abs(quantity)))
  const steps = [1, cent].flatMap((size) => Array.from({ length: CENTS }, (_, at) => (at + 1) * size))
  return [each, ...steps.toSorted((a, b) => a - b).flatMap((step) => [each + step, each - step])]
}

/** The VAT of so many cents goes through all fractions of one. */
const CENTS = 16

type FittedDocument = { withvat: boolean; lines: FittedLine[] }

/** Prices without VAT where all lines come to the same by them, else with VAT. */
export function fitDocument(lines: readonly IssuedLine[]): FittedDocument {
  const plain = lines.map(fitWithoutVat)
  const withvat = plain.some(({ pieces }) => !pieces)
  return { withvat, lines: withvat ? lines.map(fitWithVat) : plain }
}

/** As printed, where nothing comes to the same. */
export function statePieces(fitted: FittedLine | undefined, line: IssuedLine): PastelPiece[] {
  if (fitted?.pieces) return fitted.pieces
  const { rate, inclusiverate, discount, vatrate } = line
  const incl = inclusiverate ?? withVat(rate, vatrate)
  return [{ quantity: inFour(line.quantity), excl: rate, incl, off: inTwo(discount) }]
}

/** What Pastel comes to, in cents, with prices that hold the VAT or do not. */
export function recompute(pieces: readonly PastelPiece[], withvat: boolean, vatrate: Percent) {
  let [net, vat] = [0, 0]
  for (const { quantity, excl, incl, off } of pieces) {
    const [amount] = amountsOf(quantity, withvat ? incl : excl, off)
    const own = withvat ? vatOfTotal(amount, vatrate) : vatOfNet(amount, vatrate)
    vat += own
    net += withvat ? amount - own : amount
  }
  return { net, vat, total: net + vat }
}
