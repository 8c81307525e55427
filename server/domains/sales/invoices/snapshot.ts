import { organisationById } from '#db/queries/documents.ts'
import { type InvoiceRow, isInvoicedByPercent } from '#db/queries/sales/invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { addPriceDocumentTexts } from '#server/documents/add-texts.ts'
import type { Printable } from '#server/documents/parties.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { planDeposits } from '#server/domains/sales/deposits/plan-deposits.ts'
import { describeCharges } from '#server/domains/work/jobdocuments/build-price-document.ts'
import { notFound } from '#server/errors.ts'
import { asQuantity } from '#server/money/decimal.ts'
import { dueDate } from '#server/money/payment-days.ts'
import { readZone, todayIn } from '#server/zone.ts'
import type { InvoiceData, PriceDocument } from '#views/documents/types.ts'
import { formatRand } from '#views/format.ts'
import { billableLines } from './billable-lines.ts'
import { findInvoiceJob } from './find-invoice.ts'
import { type BillableLine, chargePart, type Part, readPart, sumPrice } from './part.ts'

/** Prints, copies and the API tell it from here, never from today's records. A credit note's amounts are positive. */
export type Snapshot = Printable<PriceDocument> & {
  order?: string
  duedate?: string
  original?: { id: string; number: string; date: string }
  reason?: string
  deposits?: AppliedDeposit[]
  since?: InvoiceData['since']
  /** It asks for a deposit; `vendor`: VAT is still to come. */
  deposit?: { vendor: boolean }
}

/** Cents that an invoice takes off, since they were received. */
export type AppliedDeposit = { id: string; number: string; amount: number }

export const readSnapshot = (text: string | null): Snapshot => JSON.parse(text ?? '{}')

/** What a draft would charge now, by line of its job. */
export function draftCharges(db: TenantDb, row: InvoiceRow) {
  const print = findInvoiceJob(db, row)
  const organisation = organisationById(db, row.invoice.organisation)
  if (!organisation) throw notFound('organisation')
  const lines = billableLines(db, print, organisation)
  return { print, organisation, lines, charges: chargePart(lines, readPart(row.invoice.part)) }
}

export const draftSnapshot = (db: TenantDb, row: InvoiceRow, now: Date): Snapshot =>
  buildSnapshot(db, row, now, draftCharges(db, row))

export function buildSnapshot(
  db: TenantDb,
  row: InvoiceRow,
  now: Date,
  { print, organisation, lines, charges }: ReturnType<typeof draftCharges>,
): Snapshot {
  const date = todayIn(readZone(db), now)
  const isShare = chargesShares(db, print.job.id, readPart(row.invoice.part))
  const charged = charges.map(({ line: { charged, whole, held }, ...charge }) => {
    const of = asQuantity(whole - held)
    return { line: charged, ...charge, ...(isShare && charge.quantity !== of && { of }) }
  })
  const document = {
    ...describeCharges(print, organisation, date, charged),
    reference: print.job.reference,
    order: row.invoice.reference,
    duedate: dueDate(date, organisation, print.client),
  }
  const deposits = planDeposits(db, {
    ...{ jobid: print.job.id, client: print.job.client, organisation: organisation.id },
    total: document.totals.total,
  })
  const notes = partNote(lines, document.totals.total)
  return addPriceDocumentTexts(
    { ...document, ...(notes && { notes }), ...(deposits.length > 0 && { deposits }) },
    resolveDocumentTexts(db, 'invoice'),
    print.client?.terms,
    organisation.invoiceterms,
  )
}

/** A percentage of the price is a share of each line, and so is what such percentages left of it. */
const chargesShares = (db: TenantDb, jobid: string, part: Part | null) =>
  part ? 'percent' in part : isInvoicedByPercent(db, jobid)

/** Undefined where it charges the whole job at once. */
function partNote(lines: readonly BillableLine[], total: number): string | undefined {
  const { price, open } = sumPrice(lines)
  if (total === price) return
  const before = price - open
  const earlier = before === 0 ? '' : ` ${formatRand(before)} was invoiced before.`
  const after = open - total
  const later = after === 0 ? ' This is the last part.' : ` ${formatRand(after)} is for a later invoice.`
  return `This is ${formatRand(total)} of a price of ${formatRand(price)}.${earlier}${later}`
}
