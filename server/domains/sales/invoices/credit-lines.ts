import { listCreditedLines, listInvoiceLines } from '#db/queries/sales/invoice-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { type LineAmounts, ratePerUnit } from '#server/money/amounts.ts'
import {
  asCents,
  asPercent,
  asQuantity,
  type Cents,
  type Percent,
  type Quantity,
} from '#server/money/decimal.ts'
import { portion } from '#server/money/portion.ts'
import type { DocumentLine } from '#views/documents/types.ts'
import { formatQuantity, formatRand, shareQuantity } from '#views/format.ts'
import type { CreditGoods, LineGoods } from './line-goods.ts'

/** A line of an invoice, by its place on it, with what credit notes left of it. */
type CreditableLine = {
  line: number
  materialid: string | null
  printed: DocumentLine
  quantity: Quantity
  vatrate: Percent | null
  exempt: boolean
  left: { quantity: Quantity; vat: Cents; total: Cents }
  credited: { quantity: Quantity; vat: Cents; total: Cents }
  reduced: boolean
}

export type CreditedLine = CreditableLine & {
  /** A quantity of 0 takes money off the price alone. */
  credit: { quantity: Quantity; amounts: LineAmounts }
  /** Of it, what comes back into stock. */
  restock: Quantity
  /** What it does to the goods of a line of a job. */
  goods?: { before: LineGoods; after: LineGoods; credit: CreditGoods; soldback: number }
}
type ChosenLine = Omit<CreditedLine, 'restock' | 'goods'>

/** @param lines as they are printed on the invoice */
export function creditableLines(
  db: TenantDb,
  invoiceid: string,
  lines: readonly DocumentLine[],
): CreditableLine[] {
  const credited = new Map(listCreditedLines(db, invoiceid).map((sum) => [sum.line, sum]))
  return listInvoiceLines(db, invoiceid).map(
    ({ position, materialid, quantity, vatcents, totalcents, vatrate, exempt }) => {
      const sum = credited.get(position)
      const before = {
        quantity: asQuantity(-(sum?.quantity ?? 0)),
        vat: asCents(-(sum?.vat ?? 0)),
        total: asCents(-(sum?.total ?? 0)),
      }
      const reduced = sum?.reduced ?? false
      const total = asCents(totalcents - before.total)
      return {
        line: position,
        materialid,
        printed: lines[position] as DocumentLine,
        quantity,
        ...{ vatrate, exempt },
        ...{ credited: before, reduced },
        left: {
          // Of what costs nothing any more, nothing is left to credit.
          quantity: asQuantity(reduced && total === 0 ? 0 : quantity - before.quantity),
          vat: asCents(vatcents - before.vat),
          total,
        },
      }
    },
  )
}

/** Either a quantity, or an amount with VAT off its price; of neither it is not chosen. `restock`: it comes back into stock. */
export type AskedCredit = {
  line: number
  quantity?: Quantity | null
  amount?: Cents | null
  restock?: boolean
}

/** Without any asked for, all that is left. @throws 400 by field: `lines`, `lines.<index>.…` */
export function chooseCredit(lines: readonly CreditableLine[], asked?: readonly AskedCredit[]): ChosenLine[] {
  const open = lines.filter(({ left }) => left.quantity !== 0)
  if (!asked) return open.map((line) => credit(line, line.left.quantity))
  if (asked.every(({ quantity, amount }) => quantity == null && amount == null))
    throw invalid({ lines: 'Choose at least one line.' })
  if (new Set(asked.map(({ line }) => line)).size < asked.length)
    throw invalid({ lines: 'Each line may be chosen once.' })
  const byplace = new Map(lines.map((line) => [line.line, line]))
  const chosen = asked.map((one, at) => ({ ...one, at, of: byplace.get(one.line) }))
  const refused = chosen.flatMap(({ of, quantity, amount, at }) => {
    if (quantity == null && amount == null) return []
    if (!of) return [[`lines.${at}.line`, 'This invoice has no such line.']]
    if (quantity != null && amount != null)
      return [[`lines.${at}.amount`, 'Give either a quantity or an amount.']]
    const why = amount == null ? whyNot(of, quantity ?? asQuantity(0)) : whyNoReduction(of, amount)
    return why ? [[`lines.${at}.${amount == null ? 'quantity' : 'amount'}`, why]] : []
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
  return chosen.flatMap(({ of, quantity, amount }) => {
    if (!of) return []
    if (amount) return [reduce(of, amount)]
    return quantity ? [credit(of, quantity)] : []
  })
}

function whyNot({ left, printed }: CreditableLine, quantity: Quantity): string | undefined {
  if (left.quantity === 0) return `All of ${printed.description} is credited.`
  if (quantity === 0 || Math.sign(quantity) !== Math.sign(left.quantity))
    return 'The quantity must be above zero.'
  if (Math.abs(quantity) <= Math.abs(left.quantity)) return
  const most = formatQuantity(left.quantity, printed.unit)
  return `Only ${most} (${formatRand(left.total)}) of ${printed.description} can still be credited.`
}

function whyNoReduction({ left, printed }: CreditableLine, amount: Cents): string | undefined {
  if (left.total <= 0) return `Nothing is left to take off the price of ${printed.description}.`
  if (amount <= 0) return 'The amount must be above zero.'
  if (amount > left.total)
    return `Only ${formatRand(left.total)} of ${printed.description} can still be credited.`
}

function credit(line: CreditableLine, quantity: Quantity): ChosenLine {
  const { printed, credited, left, quantity: whole } = line
  const from = credited.quantity
  // Money that was taken off the price is off whatever is left.
  const amounts = line.reduced
    ? portionOfLeft(line, left.quantity, quantity)
    : portion(lineAmounts(printed, printed), { whole, from, upto: from + quantity, before: credited })
  return { ...line, credit: { quantity, amounts } }
}

/** The VAT of an amount is its share of that of the line, at the rate of the invoice. */
const reduce = (line: CreditableLine, amount: Cents): ChosenLine => ({
  ...line,
  credit: { quantity: asQuantity(0), amounts: portionOfLeft(line, line.left.total, amount) },
})

const portionOfLeft = ({ printed, left }: CreditableLine, whole: number, upto: number) =>
  portion(lineAmounts(printed, left), {
    ...{ whole, from: 0, upto },
    before: { vat: asCents(0), total: asCents(0) },
  })

function lineAmounts(
  { vatrate, exempt }: DocumentLine,
  { vat, total }: { vat: number; total: number },
): LineAmounts {
  const net = asCents(total - vat)
  const amounts = { gross: net, discount: asCents(0), net, vat: asCents(vat), total: asCents(total) }
  return { ...amounts, vatrate: asPercent(vatrate), exempt }
}

export const takesRest = ({ left, credit: { quantity, amounts } }: ChosenLine): boolean =>
  quantity === 0 ? amounts.total === left.total : quantity === left.quantity

/** As a credit note says it: what is taken off a price is one amount, and no unit price has a fraction of a cent. */
export function printCredited({ reduced, credit }: CreditedLine, printed: DocumentLine): DocumentLine {
  const { net, vat, total } = credit.amounts
  const { earlier, ...own } = printed
  const line = { ...own, quantity: credit.quantity, net, vat, total }
  if (credit.quantity === 0)
    return {
      ...{ ...line, ...unitPrice(net, ONE), quantity: ONE, of: undefined, unit: undefined },
      description: `Price reduction: ${printed.description}`,
    }
  if (!reduced && !earlier) return line
  if ((BigInt(net) * BigInt(ONE)) % BigInt(credit.quantity) === 0n)
    return { ...line, ...unitPrice(net, credit.quantity) }
  // No unit price comes out in whole cents, so it is one amount.
  const { of, unit } = printed
  const said = of ? shareQuantity(credit.quantity, of, unit) : formatQuantity(credit.quantity, unit)
  const description = `${said} ${printed.description}`
  return { ...line, ...unitPrice(net, ONE), quantity: ONE, of: undefined, unit: undefined, description }
}

const ONE = asQuantity(1_000_000)

const unitPrice = (net: Cents, quantity: Quantity) => ({
  rate: ratePerUnit(net, quantity),
  ...{ inclusiverate: undefined, discount: undefined },
})
