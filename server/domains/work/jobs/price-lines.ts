import { findJobVat, type LineRow, listJobLines, type VatRow } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { extend, type LineAmounts, lineAmounts } from '#server/money/amounts.ts'
import { asPercent, type Cents, type Percent } from '#server/money/decimal.ts'
import { resolveVat, type VatQuestion } from '#server/money/vat.ts'
import { todayIn, zoneOf } from '#server/zone.ts'

/** A line with what it charges and costs, as quoted (estimated) and as it is (consumed), in cents. */
export type PricedLine = LineRow & {
  vatrate: Percent
  quoted: LineAmounts
  actual: LineAmounts
  cost: { quoted: Cents; actual: Cents }
}

export type VatContext = Pick<VatQuestion, 'organisation' | 'date'>

/** What decides the VAT of a job's lines beside the lines: who charges it, and the day of supply (today until done). */
export function vatContext(db: TenantDb, jobid: string): VatContext {
  const row: VatRow = findJobVat(db, jobid) ?? { vatnumber: null, vat: null, completed: null }
  return {
    organisation: { vatnumber: row.vatnumber, vat: row.vat === null ? null : asPercent(row.vat) },
    date: row.completed?.slice(0, 10) || todayIn(zoneOf(db)),
  }
}

/** The VAT rate of a line: category exempt, account code override, organisation, standard rate (decision D1). */
export const vatRateOf = (
  context: VatContext,
  about: { vatexempt: boolean; override: number | null },
): Percent =>
  resolveVat({
    ...context,
    vatexempt: about.vatexempt,
    override: about.override === null ? null : asPercent(about.override),
  }).vatrate

/** Prices one line; rates on lines are without VAT. Throws `DecimalError` when an amount is too large. */
export function priceLine(row: LineRow, context: VatContext): PricedLine {
  const { linerate: rate, costrate, discount, estimated, consumed } = row.line
  const vatrate = vatRateOf(context, { vatexempt: row.vatexempt ?? false, override: row.override })
  return {
    ...row,
    vatrate,
    quoted: lineAmounts({ quantity: estimated, rate, discount, vatrate }),
    actual: lineAmounts({ quantity: consumed, rate, discount, vatrate }),
    cost: { quoted: extend(estimated, costrate), actual: extend(consumed, costrate) },
  }
}

export function pricedLines(db: TenantDb, jobid: string): PricedLine[] {
  const context = vatContext(db, jobid)
  return listJobLines(db, jobid).map((row) => priceLine(row, context))
}
