import { findReversal, type Movement, movementBySeq } from '#db/queries/stock/stock.ts'
import { lastWorth, movementsSince } from '#db/queries/stock/worth.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import { asQuantity, type Cents, type Rate } from '#server/money/decimal.ts'
import { type BookingResult, type LedgerEntry, openLedger, type StockEntry } from './ledger.ts'
import { shareLeft } from './worth.ts'

export type BookedMovement = BookingResult & { seq: number }

/** @throws as `openLedger` of ledger.ts */
export const bookMovement = (tx: Tx, entry: StockEntry): BookedMovement =>
  append(tx, { ...entry, reverses: null })

/** As `bookMovement`, in this order, but stored together. */
export function bookMovements(tx: Tx, entries: readonly StockEntry[]): BookedMovement[] {
  const ledger = openLedger(tx, entries)
  const booked = entries.map((entry) => ledger.book({ ...entry, reverses: entry.reverses ?? null }))
  const first = ledger.store() - booked.length + 1
  return booked.map((result, at) => ({ seq: first + at, ...result }))
}

export type Book = (entry: StockEntry) => BookingResult

/**
 * Movements are stored at once, after all of them are booked, in a third of the time.
 * @throws as `bookMovement`
 */
export function bookTogether<T>(tx: Tx, run: (book: Book) => T): T {
  const ledger = openLedger(tx)
  const value = run((entry) => ledger.book({ ...entry, reverses: entry.reverses ?? null }))
  ledger.store()
  return value
}

/** @throws 404; 409 when it was reversed before; 400 for a line's movement and for a reversal itself */
export function reverseMovement(tx: Tx, seq: number, note = ''): BookedMovement {
  const row = movementBySeq(tx.db, seq)
  if (!row) throw notFound('movement')
  const refused = reversalRefusal(tx.db, row)
  if (refused) throw refused
  const { inventoryid, storageid, inventoryclass, jobid, document } = row
  return append(tx, {
    inventoryid,
    storageid,
    inventoryclass,
    jobid,
    document,
    note,
    quantity: asQuantity(-row.quantity),
    kind: 'reversal',
    reverses: seq,
  })
}

/**
 * A receipt cost more than it was booked at (or less), by its bill or by freight: what is in stock still takes its share, the
 * rest goes to cost of sales. One movement of nothing. @throws 404
 */
export function bookLatePrice(
  tx: Tx,
  seq: number,
  difference: Cents,
  about: Pick<StockEntry, 'note' | 'document'> = {},
): BookedMovement {
  const receipt = movementBySeq(tx.db, seq)
  if (!receipt || receipt.quantity <= 0) throw notFound('receipt')
  const { inventoryid } = receipt
  const isThere = (lastWorth(tx.db, inventoryid)?.balance ?? 0) > 0
  const value = isThere ? shareLeft(receipt, movementsSince(tx.db, inventoryid, seq), difference) : 0
  const worth = { value, variance: difference - value }
  return append(tx, { ...about, ...priceEntry(inventoryid), worth })
}

/** A supplier credits less than was expected when goods went back (or more): none of it is in stock any more. */
export const bookCreditDifference = (
  tx: Tx,
  inventoryid: string,
  difference: Cents,
  about: Pick<StockEntry, 'note' | 'document'> = {},
): BookedMovement =>
  append(tx, { ...about, ...priceEntry(inventoryid), worth: { value: 0, variance: difference } })

/** What a base unit of the stock of an item is worth from now on; the difference goes to cost of sales. @throws 400 where there is none */
export function reviseAverage(tx: Tx, inventoryid: string, average: Rate, note = ''): BookedMovement {
  const pool = lastWorth(tx.db, inventoryid)
  if (!pool || pool.balance <= 0) throw new Problem(400, 'There is no stock of this item that has a worth.')
  const value = extendedAmount(asQuantity(pool.balance), average) - pool.valuebalance
  return append(tx, { note, ...priceEntry(inventoryid), worth: { value, variance: -value } })
}

const priceEntry = (inventoryid: string) =>
  ({ inventoryid, quantity: asQuantity(0), kind: 'price', reverses: null }) as const

export function reversalRefusal(
  db: TenantDb,
  { kind, seq }: Pick<Movement, 'kind' | 'seq'>,
): Problem | undefined {
  if (kind === 'line')
    return new Problem(400, 'This movement belongs to a line of a job: change what the line has consumed.')
  if (kind === 'delivery')
    return new Problem(400, 'This movement belongs to a delivery note: say there what came back.')
  if (kind === 'sale')
    return new Problem(400, 'This movement belongs to an invoice: a credit note says what came back.')
  if (kind === 'price')
    return new Problem(400, 'This changed what the stock is worth: say what it is worth now instead.')
  if (kind === 'receipt')
    return new Problem(400, 'This movement belongs to a purchase order: undo the receipt there.')
  if (kind === 'supplierreturn')
    return new Problem(400, 'These goods went back on a purchase order: undo the return there.')
  if (kind === 'reversal')
    return new Problem(400, 'This movement takes another one back: book that one again instead.')
  if (findReversal(db, seq)) return new Problem(409, 'This movement was taken back before.')
}

function append(tx: Tx, entry: LedgerEntry): BookedMovement {
  const ledger = openLedger(tx)
  const booked = ledger.book(entry)
  return { seq: ledger.store(), ...booked }
}
