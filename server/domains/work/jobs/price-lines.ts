import { type LineRow, listJobLines, listJobVats, listLines } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { extendedAmount, type LineAmounts, lineAmounts, rateOfLine } from '#server/money/amounts.ts'
import { asCents, type Cents, type Percent, type Quantity, type Rate } from '#server/money/decimal.ts'
import { dayOfSupply, lineVat, noVendor, type VatContext } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'

/** Cents. */
export type PricedLine = LineRow & {
  vatrate: Percent
  exempt: boolean
  quoted: LineAmounts
  actual: LineAmounts
  cost: { quoted: Cents; actual: Cents }
  uncosted: { quoted: boolean; actual: boolean }
}

export const vatContext = (db: TenantDb, jobid: string): VatContext => vatContexts(db, [jobid])(jobid)

/** A job that is not there has no organisation. */
export function vatContexts(db: TenantDb, jobids: readonly string[]): (jobid: string) => VatContext {
  const today = readToday(db)
  const contexts = new Map(
    listJobVats(db, jobids).map(({ jobid, completed, ...organisation }) => [
      jobid,
      {
        organisation,
        date: dayOfSupply(completed, today),
      },
    ]),
  )
  return (jobid) => contexts.get(jobid) ?? { organisation: noVendor, date: today }
}

type UsedLine = { rated: boolean; worth: Cents | null; consumed: Quantity; costrate: Rate }

/** What worked time costs, the rates of the workers say, where they have one; what goods cost, stock (decision 191). */
export const usedCost = ({ rated, worth, consumed, costrate }: UsedLine): Cents =>
  rated ? asCents(0) : (worth ?? extendedAmount(consumed, costrate))

type ChargedLine = UsedLine & { inventoryid: string | null; linerate: Rate }

/** Nobody said what it costs, so that nobody knows its margin; a line in own words without a price is a remark. */
export const isUncosted = ({ inventoryid, linerate, rated, worth, consumed, costrate }: ChargedLine) =>
  consumed !== 0 && costrate === 0 && !rated && !worth && (inventoryid !== null || linerate !== 0)

/** @throws DecimalError when an amount is too large */
export function priceLine(row: LineRow, context: VatContext): PricedLine {
  const { rated, worth } = row
  const { costrate, discount, estimated, consumed, inventoryid, linerate } = row.line
  const charged = { inventoryid, linerate, costrate }
  const rate = rateOfLine(row.line)
  const tax = lineVat(context, row)
  return {
    ...row,
    ...tax,
    quoted: lineAmounts({ quantity: estimated, ...rate, discount, ...tax }),
    actual: lineAmounts({ quantity: consumed, ...rate, discount, ...tax }),
    cost: {
      quoted: extendedAmount(estimated, costrate),
      actual: usedCost({ rated, worth, consumed, costrate }),
    },
    uncosted: {
      quoted: isUncosted({ ...charged, rated: false, worth: null, consumed: estimated }),
      actual: isUncosted({ ...charged, rated, worth, consumed }),
    },
  }
}

export function pricedLines(db: TenantDb, jobid: string): PricedLine[] {
  const context = vatContext(db, jobid)
  return listJobLines(db, jobid).map((row) => priceLine(row, context))
}

export function pricedLinesByIds(db: TenantDb, ids: readonly string[]): PricedLine[] {
  const lines = listLines(db, ids)
  const vatOf = vatContexts(db, [...new Set(lines.map(({ line }) => line.jobid))])
  return lines.map((row) => priceLine(row, vatOf(row.line.jobid)))
}
