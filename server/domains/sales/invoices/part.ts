import { invalid } from '#server/errors.ts'
import { type LineAmounts, sumCents } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  type Cents,
  hundredPercent,
  type Percent,
  type Quantity,
} from '#server/money/decimal.ts'
import { portion } from '#server/money/portion.ts'
import { divideRounded, multiply } from '#server/money/round.ts'
import { formatPercent, formatQuantity, formatRand } from '#views/format.ts'
import type { Invoiced } from './invoiced-lines.ts'

/** Of a job: chosen lines, or a percentage of its price in ten-thousandths. */
export type Part = { lines: { materialid: string; quantity: number }[] } | { percent: number }

/** As it is asked for: a line without a quantity is not chosen. */
export type AskedPart = { lines: { materialid: string; quantity: number | null }[] } | { percent: number }

type AskedFields = { lines?: { materialid: string; quantity: number | null }[]; percent?: number | null }

/** @throws 400 where both are given */
export function askedPart({ lines, percent }: AskedFields): AskedPart | null {
  if (lines && percent != null) throw invalid({ percent: 'Give either lines or a percentage, not both.' })
  if (lines) return { lines }
  return percent == null ? null : { percent }
}

export const storedPart = (part: AskedPart | null): string | null =>
  part &&
  JSON.stringify('lines' in part ? { lines: part.lines.filter(({ quantity }) => quantity !== null) } : part)

export const readPart = (text: string | null): Part | null => (text ? JSON.parse(text) : null)

/** A billable line: what it charges in all, what of that was invoiced, and what lies at the client's until it is sold. */
export type BillableLine = {
  id: string
  name: string
  unit: string
  whole: Quantity
  amounts: LineAmounts
  invoiced: Invoiced | undefined
  held: Quantity
}

export type Charge<L> = { line: L; quantity: Quantity; amounts: LineAmounts }

/** None where more was invoiced than the line charges now: a credit note takes that back. */
export const quantityOpen = (line: BillableLine): Quantity => lessThan(line, line.invoiced?.quantity ?? 0)

/** What may be charged now. */
export const quantityLeft = (line: BillableLine): Quantity =>
  lessThan(line, (line.invoiced?.quantity ?? 0) + line.held)

function lessThan({ whole }: BillableLine, gone: number): Quantity {
  const left = asQuantity(whole - gone)
  return Math.sign(left) === Math.sign(whole) ? left : asQuantity(0)
}

/** What is left of each line is the most that it charges. */
export function chargePart<L extends BillableLine>(lines: readonly L[], part: Part | null): Charge<L>[] {
  const shares = part && 'percent' in part ? sharesOf(lines, part.percent) : undefined
  const chosen =
    part && 'lines' in part
      ? new Map(part.lines.map(({ materialid, quantity }) => [materialid, quantity]))
      : undefined
  return lines.flatMap((line) => {
    const left = quantityLeft(line)
    const asked = shares?.(left) ?? (chosen ? (chosen.get(line.id) ?? 0) : left)
    const quantity = Math.abs(asked) > Math.abs(left) ? left : asQuantity(asked)
    return quantity === 0 ? [] : [{ line, quantity, amounts: amountsOf(line, quantity) }]
  })
}

function amountsOf({ whole, amounts, invoiced }: BillableLine, quantity: Quantity): LineAmounts {
  if (!invoiced && quantity === whole) return amounts
  const from = invoiced?.quantity ?? 0
  const before = {
    vat: chargedBefore('vat', amounts, invoiced),
    total: chargedBefore('total', amounts, invoiced),
  }
  return portion(amounts, { whole, from, upto: from + quantity, before })
}

/** Money off the price stays given, but for what brings an invoice at a higher rate down to what the line charges in all. */
function chargedBefore(of: 'vat' | 'total', amounts: LineAmounts, invoiced: Invoiced | undefined): Cents {
  const { [of]: charged = asCents(0), off } = invoiced ?? {}
  const over = Math.max(0, charged - amounts[of])
  return asCents(charged - Math.min(over, off?.[of] ?? 0))
}

/** With VAT; `open`: what is not invoiced, and `left` what of that may be charged now; `due`: without what is charged once it is sold. */
export function sumPrice(lines: readonly BillableLine[]): Record<'price' | 'due' | 'open' | 'left', Cents> {
  const sum = (quantityOf: typeof quantityLeft) =>
    sumCents(lines.map((line) => amountsOf(line, quantityOf(line)).total))
  const price = sumCents(lines.map(({ amounts }) => amounts.total))
  const [open, left] = [sum(quantityOpen), sum(quantityLeft)]
  return { price, due: asCents(price - (open - left)), open, left }
}

/** What the rounding of parts may differ from a percentage of them all. */
const cutCents = (lines: readonly BillableLine[]) => lines.length

/** A percentage of the price that is due, as the same share of what is left of every line, to the millionth. */
function sharesOf(lines: readonly BillableLine[], percent: number) {
  const { price, due, left } = sumPrice(lines)
  const asked = multiply(due, percent, hundredPercent)
  if (left <= 0 || asked >= left - cutCents(lines)) return (quantity: Quantity) => quantity
  const fine = (quantityOf: typeof quantityLeft) =>
    lines.reduce((sum, line) => sum + fineTotal(line, quantityOf(line)), 0n)
  const whole = fine(quantityLeft) * hundredPercent
  const share = (BigInt(price) * FINE - fine(quantityOpen) + fine(quantityLeft)) * BigInt(percent)
  return (quantity: Quantity) => Number(divideRounded(BigInt(quantity) * share, whole))
}

const FINE = 1_000_000n

/** In millionths of a cent, without the rounding of parts, which would make 4,799997 m of 60 % of 8 m. */
function fineTotal(line: BillableLine, quantity: Quantity): bigint {
  const { whole, amounts } = line
  const charged = BigInt(amountsOf(line, quantity).total) * FINE
  if (whole === 0) return charged
  const share = BigInt(Math.abs(quantity)) * FINE
  const exact = divideRounded(BigInt(amounts.total) * share, BigInt(Math.abs(whole)))
  const rounding = exact - charged
  return rounding < -FINE || rounding > FINE ? charged : exact
}

/** @throws 400 by field: `percent`, `lines`, `lines.<index>.…` */
export function checkPart(lines: readonly BillableLine[], part: AskedPart | null) {
  if (!part) return
  if ('percent' in part) return checkPercent(lines, part.percent)
  if (part.lines.every(({ quantity }) => quantity === null))
    throw invalid({ lines: 'Choose at least one line.' })
  if (new Set(part.lines.map(({ materialid }) => materialid)).size < part.lines.length)
    throw invalid({ lines: 'Each line may be chosen once.' })
  const byId = new Map(lines.map((line) => [line.id, line]))
  const refused = part.lines.flatMap(({ materialid, quantity }, at) => {
    if (quantity === null) return []
    const line = byId.get(materialid)
    if (!line) return [[`lines.${at}.materialid`, 'This line charges nothing on this job.']]
    const why = whyNot(line, quantity)
    return why ? [[`lines.${at}.quantity`, why]] : []
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
}

function whyNot(line: BillableLine, quantity: number): string | undefined {
  const left = quantityLeft(line)
  if (left === 0)
    return line.held > 0
      ? `${formatQuantity(line.held, line.unit)} of ${line.name} lies at the client’s on consignment: it is charged once it is sold.`
      : `All of ${line.name} is invoiced.`
  if (quantity === 0 || Math.sign(quantity) !== Math.sign(left)) return 'The quantity must be above zero.'
  if (Math.abs(quantity) <= Math.abs(left)) return
  const { total } = amountsOf(line, left)
  return `Only ${formatQuantity(left, line.unit)} (${formatRand(total)}) of ${line.name} is left to invoice.`
}

function checkPercent(lines: readonly BillableLine[], percent: number) {
  const { price, due, open, left } = sumPrice(lines)
  const isLeft = multiply(due, percent, hundredPercent) <= left + cutCents(lines)
  if (percent > 0 && percent <= hundredPercent && (isLeft || left < 0)) return
  const whole = `the price of ${formatRand(left > 0 ? due : price)}`
  if (left > 0 || price === 0)
    throw invalid({
      percent: `The percentage must be above zero and at most ${formatPercent(mostPercent(lines))}${
        price === 0 ? '' : `: ${formatRand(left)} of ${whole} is left to invoice`
      }.`,
    })
  throw invalid({
    percent:
      open > 0
        ? `What is left of ${whole} lies at the client’s on consignment: no percentage of it can be invoiced before it is sold.`
        : `All of ${whole} is invoiced: no percentage of it is left.`,
  })
}

/** The percentage of the price that is left to invoice, to two decimals, and to four where it is less. */
export function mostPercent(lines: readonly BillableLine[]): Percent {
  const { due, left } = sumPrice(lines)
  if (due <= 0 || left >= due) return asPercent(Number(hundredPercent))
  const most = Math.floor((left * Number(hundredPercent)) / due)
  return asPercent(most < 100 ? most : most - (most % 100))
}
