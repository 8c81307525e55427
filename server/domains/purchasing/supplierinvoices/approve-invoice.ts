import { eq } from 'drizzle-orm'
import {
  listSupplierInvoiceLines,
  readApprovedQuantity,
} from '#db/queries/purchasing/supplier-invoice-lines.ts'
import type { SupplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import { supplierinvoice_lines, supplierinvoices, suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { updateById } from '#db/write-rows.ts'
import { conflict, invalid, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { asCents, asQuantity, type Cents } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { bookCreditDifference, bookLatePrice } from '#server/stock/book.ts'
import { queueForXero, takeBackFromXero } from '#server/xero/queue.ts'
import { formatRand } from '#views/format.ts'
import { getDraftInvoice, getSupplierInvoice } from './find-invoice.ts'
import { followInvoicedPrices, restoreReceivedPrices } from './follow-prices.ts'
import { claimsVat, freightShares, lineCost, type MatchedLine, matchLines } from './goods-cost.ts'
import { bookedPart } from './match-goods.ts'
import { presentSupplierInvoice } from './present.ts'
import { touchSupplierInvoice } from './save-invoice.ts'
import { readTolerance } from './tolerance.ts'

type Asked = { version?: number; reason?: string }

/**
 * From now on it is owed, and its VAT is claimed. What the goods cost more or less than they were received at goes to the
 * worth of stock, as far as they are still there.
 * @throws 404, 400 for one that was approved, by field for a price beyond the tolerance without a reason, 409
 */
export function approveSupplierInvoice(tx: Tx, id: string, { version, reason = '' }: Asked) {
  const row = getDraftInvoice(tx.db, id)
  const { invoice } = row
  if (version !== undefined && version !== invoice.version) throw conflict(presentSupplierInvoice(tx.db, id))
  const lines = listSupplierInvoiceLines(tx.db, id)
  if (lines.length === 0) throw invalid({ lines: 'Nothing stands on this invoice yet.' })
  if (invoice.kind === 'invoice' ? invoice.totalcents < 0 : invoice.totalcents > 0)
    throw invalid({ lines: 'Its lines come to less than nothing.' })
  const matched = matchLines(tx.db, row, lines, readTolerance(tx.db))
  const beyond = matched.filter(({ within }) => !within)
  if (beyond.length > 0 && !reason.trim()) throw invalid({ reason: sayBeyond(beyond) })
  const claims = claimsVat(tx.db, invoice.organisation)
  const shares = freightShares(row, matched, claims)
  for (const one of matched) {
    const share = shares.get(one.line.id) ?? asCents(0)
    const late = bookDifference(tx, one, asCents(lineCost(one.line, claims) + share), invoice.number)
    // Who is no vendor claims nothing; should they become one, this stays as it was.
    const inputtax = !claims && { inputtax: 'none' as const }
    updateById(tx.db, supplierinvoice_lines, one.line.id, { sharecents: share, latecents: late, ...inputtax })
  }
  followInvoicedPrices(tx, invoice.supplier, matched)
  const { vatnumber } = getRecord(tx.db, suppliers, invoice.supplier)
  const said = [
    formatRand(invoice.totalcents),
    beyond.length > 0 && `although the price differs: ${reason.trim()}`,
  ]
  recordHistory(tx, 'supplierinvoices', id, [
    { field: 'approved', oldvalue: '', newvalue: said.filter(Boolean).join(', ') },
  ])
  store(tx, row, {
    ...{ approvedutc: tx.now, approvedby: tx.by.name, vatnumber },
    reason: beyond.length > 0 ? reason.trim() : '',
  })
}

/** Returns what was booked. */
function bookDifference(
  tx: Tx,
  { line, goods, back, expected }: MatchedLine,
  cost: Cents,
  number: string,
): Cents {
  const about = { document: number, note: 'Invoice of the supplier' }
  if (goods?.inventoryid) {
    const from = readApprovedQuantity(tx.db, goods.id)
    const booked = bookedPart({ ...goods, quantity: asQuantity(goods.quantity) }, from, from + line.quantity)
    const late = asCents(cost - booked)
    if (late !== 0) bookLatePrice(tx, goods.seq, late, about)
    return late
  }
  if (back?.inventoryid && expected !== null) {
    const late = asCents(cost - expected)
    if (late !== 0) bookCreditDifference(tx, back.inventoryid, late, about)
    return late
  }
  return asCents(0)
}

/**
 * One that was approved by mistake: nothing of it is owed, its number is free, and stock gives back what it took.
 * @throws 404, 400 for a draft, what is paid, or without a reason, 409
 */
export function cancelSupplierInvoice(tx: Tx, id: string, { version, reason = '' }: Asked) {
  const row = getSupplierInvoice(tx.db, id)
  const { invoice, state } = row
  if (version !== undefined && version !== invoice.version) throw conflict(presentSupplierInvoice(tx.db, id))
  if (state === 'draft') throw new Problem(400, 'A draft is deleted, not cancelled.', { code: 'draft' })
  if (state === 'cancelled') throw new Problem(400, 'It is cancelled already.', { code: 'cancelled' })
  if (invoice.paidcents !== 0)
    throw new Problem(400, 'Something of it is paid: take the payment back first.', { code: 'paid' })
  if (!reason.trim()) throw invalid({ reason: 'Say why it is cancelled.' })
  const matched = matchLines(tx.db, row, listSupplierInvoiceLines(tx.db, id), readTolerance(tx.db))
  const about = { document: invoice.number, note: 'Invoice of the supplier cancelled' }
  for (const { line, goods, back } of matched) {
    const late = asCents(-line.latecents)
    if (late === 0) continue
    if (goods?.inventoryid) bookLatePrice(tx, goods.seq, late, about)
    if (back?.inventoryid) bookCreditDifference(tx, back.inventoryid, late, about)
  }
  restoreReceivedPrices(tx, invoice.supplier, matched)
  recordHistory(tx, 'supplierinvoices', id, [
    { field: 'cancelled', oldvalue: formatRand(invoice.totalcents), newvalue: reason.trim() },
  ])
  store(tx, row, { cancelledutc: tx.now, reason: reason.trim() })
}

function store(
  tx: Tx,
  { invoice: { id, version, kind } }: SupplierInvoiceRow,
  values: Partial<typeof supplierinvoices.$inferInsert>,
) {
  tx.db
    .update(supplierinvoices)
    .set({ ...values, version: version + 1, updatedutc: tx.now })
    .where(eq(supplierinvoices.id, id))
    .run()
  const queue = values.cancelledutc ? takeBackFromXero : queueForXero
  queue(tx, [{ kind: kind === 'invoice' ? 'bill' : 'billcredit', recordid: id }])
  touchSupplierInvoice(tx, id)
}

function sayBeyond(beyond: readonly MatchedLine[]): string {
  const { line, difference } = beyond[0] as MatchedLine
  const more = beyond.length > 1 ? ` (and ${beyond.length - 1} more)` : ''
  const way = difference > 0 ? 'more' : 'less'
  return `${line.description}${more} costs ${formatRand(Math.abs(difference))} ${way} than was ordered: say why it is right.`
}
