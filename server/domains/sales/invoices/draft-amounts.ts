import { type Invoiced, invoicedByLine } from '#db/queries/sales/invoice-lines.ts'
import { type DraftLine, draftLines, type InvoiceRow } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { lineAmounts, rateOfLine, totals } from '#server/money/amounts.ts'
import { asPercent, asQuantity, type Cents } from '#server/money/decimal.ts'
import { dayOfSupply, lineVat } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'
import { chargePart, readPart } from './part.ts'

type Amounts = { net: Cents; vat: Cents; total: Cents }

export function draftAmounts(db: TenantDb, rows: readonly InvoiceRow[]): Map<string, Amounts> {
  const drafts = rows.filter(({ invoice }) => invoice.state === 'draft')
  if (drafts.length === 0) return new Map()
  const today = readToday(db)
  const ids = drafts.flatMap(({ invoice }) => invoice.jobid ?? [])
  const lines = Map.groupBy(draftLines(db, ids), ({ jobid }) => jobid)
  const invoiced = invoicedByLine(db, ids)
  return new Map(
    drafts.map((row) => [
      row.invoice.id,
      computeAmounts(row, lines.get(row.invoice.jobid ?? '') ?? [], invoiced, today),
    ]),
  )
}

function computeAmounts(
  { invoice, vatnumber, vat, vatchanges, completed }: InvoiceRow,
  lines: readonly DraftLine[],
  invoiced: ReadonlyMap<string, Invoiced>,
  today: string,
) {
  const context = { organisation: { vatnumber, vat, vatchanges }, date: dayOfSupply(completed, today) }
  const billable = lines.map(({ id, charged, linerate, inclusiverate, discount, ...tax }) => ({
    id,
    name: '',
    unit: '',
    whole: asQuantity(charged),
    amounts: lineAmounts({
      quantity: asQuantity(charged),
      ...rateOfLine({ linerate, inclusiverate }),
      discount: asPercent(discount),
      ...lineVat(context, tax),
    }),
    invoiced: invoiced.get(id),
  }))
  return totals(chargePart(billable, readPart(invoice.part)).map(({ amounts }) => amounts))
}
