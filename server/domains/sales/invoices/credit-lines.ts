import { listCreditedLines, listInvoiceLines } from '#db/queries/sales/invoice-lines.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import type { LineAmounts } from '#server/money/amounts.ts'
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
import { formatQuantity, formatRand } from '#views/format.ts'

/** A line of an invoice, by its place on it, with what credit notes left of it. */
type CreditableLine = {
  line: number
  materialid: string | null
  printed: DocumentLine
  quantity: Quantity
  vatrate: Percent | null
  exempt: boolean
  left: { quantity: Quantity; total: Cents }
  credited: { quantity: Quantity; vat: Cents; total: Cents }
}

export type CreditedLine = CreditableLine & {
  credit: { quantity: Quantity; amounts: LineAmounts }
  /** Of it, what comes back into stock. */
  restock: Quantity
}
type ChosenLine = Omit<CreditedLine, 'restock'>

/** @param lines as they are printed on the invoice */
export function creditableLines(
  db: TenantDb,
  invoiceid: string,
  lines: readonly DocumentLine[],
): CreditableLine[] {
  const credited = new Map(listCreditedLines(db, invoiceid).map((sum) => [sum.line, sum]))
  return listInvoiceLines(db, invoiceid).map(
    ({ position, materialid, quantity, totalcents, vatrate, exempt }) => {
      const sum = credited.get(position)
      const before = {
        quantity: asQuantity(-(sum?.quantity ?? 0)),
        vat: asCents(-(sum?.vat ?? 0)),
        total: asCents(-(sum?.total ?? 0)),
      }
      return {
        line: position,
        materialid,
        printed: lines[position] as DocumentLine,
        quantity,
        ...{ vatrate, exempt },
        credited: before,
        left: {
          quantity: asQuantity(quantity - before.quantity),
          total: asCents(totalcents - before.total),
        },
      }
    },
  )
}

/** `restock`: what is credited of it comes back into stock. */
export type AskedCredit = { line: number; quantity: Quantity | null; restock?: boolean }

/** Without any asked for, all that is left. @throws 400 by field: `lines`, `lines.<index>.…` */
export function chooseCredit(lines: readonly CreditableLine[], asked?: readonly AskedCredit[]): ChosenLine[] {
  const open = lines.filter(({ left }) => left.quantity !== 0)
  if (!asked) return open.map((line) => credit(line, line.left.quantity))
  if (asked.every(({ quantity }) => quantity === null)) throw invalid({ lines: 'Choose at least one line.' })
  if (new Set(asked.map(({ line }) => line)).size < asked.length)
    throw invalid({ lines: 'Each line may be chosen once.' })
  const byplace = new Map(lines.map((line) => [line.line, line]))
  const chosen = asked.map((one, at) => ({ ...one, at, of: byplace.get(one.line) }))
  const refused = chosen.flatMap(({ of, quantity, at }) => {
    if (quantity === null) return []
    if (!of) return [[`lines.${at}.line`, 'This invoice has no such line.']]
    const why = whyNot(of, quantity)
    return why ? [[`lines.${at}.quantity`, why]] : []
  })
  if (refused.length > 0) throw invalid(Object.fromEntries(refused))
  return chosen.flatMap(({ of, quantity }) => (of && quantity ? [credit(of, quantity)] : []))
}

function whyNot({ left, printed }: CreditableLine, quantity: Quantity): string | undefined {
  if (left.quantity === 0) return `All of ${printed.description} is credited.`
  if (quantity === 0 || Math.sign(quantity) !== Math.sign(left.quantity))
    return 'The quantity must be above zero.'
  if (Math.abs(quantity) <= Math.abs(left.quantity)) return
  const most = formatQuantity(left.quantity, printed.unit)
  return `Only ${most} (${formatRand(left.total)}) of ${printed.description} can still be credited.`
}

function credit(line: CreditableLine, quantity: Quantity): ChosenLine {
  const { printed, credited, quantity: whole } = line
  const { net, vat, total, vatrate, exempt } = printed
  const of = {
    gross: asCents(net),
    discount: asCents(0),
    net: asCents(net),
    vat: asCents(vat),
    total: asCents(total),
    vatrate: asPercent(vatrate),
    exempt,
  }
  const from = credited.quantity
  const amounts = portion(of, { whole, from, upto: from + quantity, before: credited })
  return { ...line, credit: { quantity, amounts } }
}
