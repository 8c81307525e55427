import { draftLines, type InvoiceRow } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { lineAmounts, rateOfLine, totals } from '#server/money/amounts.ts'
import { asPercent, asQuantity, type Cents } from '#server/money/decimal.ts'
import { dayOfSupply, lineVat, type VatContext } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'
import { readUncharged } from './consigned.ts'
import { invoicedByLine } from './invoiced-lines.ts'
import { type BillableLine, chargePart, readPart } from './part.ts'

type Amounts = { net: Cents; vat: Cents; total: Cents }

export function draftAmounts(db: TenantDb, rows: readonly InvoiceRow[]): Map<string, Amounts> {
  const drafts = rows.filter(({ invoice }) => invoice.state === 'draft')
  if (drafts.length === 0) return new Map()
  const today = readToday(db)
  const ids = drafts.flatMap(({ invoice }) => invoice.jobid ?? [])
  const linesOf = readUnnamedLines(db, ids)
  return new Map(
    drafts.map(({ invoice, vatnumber, vat, vatchanges, completed }) => {
      const context = { organisation: { vatnumber, vat, vatchanges }, date: dayOfSupply(completed, today) }
      const charges = chargePart(linesOf(invoice.jobid ?? '', context), readPart(invoice.part))
      return [invoice.id, totals(charges.map(({ amounts }) => amounts))]
    }),
  )
}

/** As `billableLines` has them, without their names, for whoever charges the VAT of a job. */
export function readUnnamedLines(db: TenantDb, jobids: readonly string[]) {
  const lines = Map.groupBy(draftLines(db, jobids), ({ jobid }) => jobid)
  const invoiced = invoicedByLine(db, jobids)
  const unchargedOf = readUncharged(db, jobids)
  return (jobid: string, context: VatContext): BillableLine[] =>
    (lines.get(jobid) ?? []).flatMap(({ id, charged, linerate, inclusiverate, discount, ...tax }) => {
      const { held, kept } = unchargedOf(id)
      const whole = asQuantity(charged - kept)
      if (whole === 0) return []
      const amounts = lineAmounts({
        quantity: whole,
        ...rateOfLine({ linerate, inclusiverate }),
        discount: asPercent(discount),
        ...lineVat(context, tax),
      })
      return [{ id, name: '', unit: '', whole, amounts, invoiced: invoiced.get(id), held }]
    })
}
