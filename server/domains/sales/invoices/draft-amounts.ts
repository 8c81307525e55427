import { type DraftLine, draftLines, type InvoiceRow } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { lineAmounts, rateOfLine, totals } from '#server/money/amounts.ts'
import { asPercent, asQuantity, type Cents } from '#server/money/decimal.ts'
import { dayOfSupply, lineVat } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'
import { readUncharged } from './consigned.ts'
import { type Invoiced, invoicedByLine } from './invoiced-lines.ts'
import { chargePart, readPart } from './part.ts'

type Amounts = { net: Cents; vat: Cents; total: Cents }

export function draftAmounts(db: TenantDb, rows: readonly InvoiceRow[]): Map<string, Amounts> {
  const drafts = rows.filter(({ invoice }) => invoice.state === 'draft')
  if (drafts.length === 0) return new Map()
  const today = readToday(db)
  const ids = drafts.flatMap(({ invoice }) => invoice.jobid ?? [])
  const lines = Map.groupBy(draftLines(db, ids), ({ jobid }) => jobid)
  const invoiced = invoicedByLine(db, ids)
  const unchargedOf = readUncharged(db, ids)
  return new Map(
    drafts.map((row) => [
      row.invoice.id,
      computeAmounts(row, lines.get(row.invoice.jobid ?? '') ?? [], { invoiced, unchargedOf }, today),
    ]),
  )
}

/** What of a line is not charged any more, or not yet. */
type Gone = { invoiced: ReadonlyMap<string, Invoiced>; unchargedOf: ReturnType<typeof readUncharged> }

function computeAmounts(
  { invoice, vatnumber, vat, vatchanges, completed }: InvoiceRow,
  lines: readonly DraftLine[],
  { invoiced, unchargedOf }: Gone,
  today: string,
) {
  const context = { organisation: { vatnumber, vat, vatchanges }, date: dayOfSupply(completed, today) }
  const billable = lines.map(({ id, charged, linerate, inclusiverate, discount, ...tax }) => {
    const { held, kept } = unchargedOf(id)
    const whole = asQuantity(charged - kept)
    const amounts = lineAmounts({
      quantity: whole,
      ...rateOfLine({ linerate, inclusiverate }),
      discount: asPercent(discount),
      ...lineVat(context, tax),
    })
    return { id, name: '', unit: '', whole, amounts, invoiced: invoiced.get(id), held }
  })
  return totals(chargePart(billable, readPart(invoice.part)).map(({ amounts }) => amounts))
}
