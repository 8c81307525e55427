import { listOpenByItem, listOpenForJobs } from '#db/queries/purchasing/order-lines.ts'
import { listReservedByJobs, listReservingLines } from '#db/queries/stock/reservations.ts'
import { type LedgerQuery, type LedgerRow, ledgerPage, listStockPlaces } from '#db/queries/stock/stock.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

export type PlaceQuantity = { storageid: string | null; name: string; quantity: Quantity }
export type OnHand = { quantity: Quantity; places: PlaceQuantity[] }

/** Base units. Items that never moved have none. */
export function readOnHand(db: TenantDb, inventoryids: readonly string[]): Map<string, OnHand> {
  const found = new Map<string, OnHand>()
  for (const id of inventoryids) found.set(id, { quantity: asQuantity(0), places: [] })
  for (const { inventoryid, storageid, name, quantity } of listStockPlaces(db, [...found.keys()])) {
    const item = found.get(inventoryid)!
    item.quantity = asQuantity(item.quantity + quantity)
    item.places.push({ storageid: storageid || null, name: name ?? '', quantity: asQuantity(quantity) })
  }
  return found
}

/** Newest first; `before` is the last `seq` of the page before. */
export const listLedger = (db: TenantDb, inventoryid: string, query: LedgerQuery = {}): LedgerRow[] =>
  ledgerPage(db, inventoryid, query)

type EnteredSum = { inventoryid: string; unitratio: string; quantity: number }

/** Base units. Items that no row names have 0. */
function sumInBase(inventoryids: readonly string[], rows: readonly EnteredSum[]): Map<string, Quantity> {
  const found = new Map(inventoryids.map((id) => [id, asQuantity(0)]))
  for (const { inventoryid, unitratio, quantity } of rows) {
    const before = found.get(inventoryid)
    if (before === undefined) continue
    const base = toBase(asQuantity(quantity), parseRatio(unitratio, 'ratio of the unit'))
    found.set(inventoryid, asQuantity(before + base))
  }
  return found
}

/** Base units. */
export const sumReserved = (db: TenantDb, inventoryids: readonly string[]) =>
  sumInBase(inventoryids, listReservingLines(db, inventoryids))

/** Base units, of what was ordered from suppliers and has not come. */
export const sumOnOrder = (db: TenantDb, inventoryids: readonly string[]) =>
  sumInBase(inventoryids, listOpenByItem(db, inventoryids))

/** `available`: on hand less reserved, which may be below zero. */
export type StockLevels = Record<'reserved' | 'available' | 'onorder', Quantity> & { onhand: OnHand }

export function listLevels(db: TenantDb, inventoryids: readonly string[]): Map<string, StockLevels> {
  const held = readOnHand(db, inventoryids)
  const reserved = sumReserved(db, inventoryids)
  const onorder = sumOnOrder(db, inventoryids)
  const levels = [...held].map(([id, onhand]): [string, StockLevels] => {
    const kept = reserved.get(id)!
    const available = asQuantity(onhand.quantity - kept)
    return [id, { onhand, reserved: kept, available, onorder: onorder.get(id)! }]
  })
  return new Map(levels)
}

export const readLevels = (db: TenantDb, inventoryid: string): StockLevels =>
  listLevels(db, [inventoryid]).get(inventoryid)!

/** What of an item is reserved by one job and on order for it, in base units. */
export type ForJob = Record<'reserved' | 'onorder', Quantity>

/** Of a job and an item. */
export function readForJobs(db: TenantDb, jobids: readonly string[]) {
  const sumsOf = (rows: readonly (EnteredSum & { jobid: string })[]) =>
    new Map(
      [...Map.groupBy(rows, ({ jobid }) => jobid)].map(([jobid, own]) => [
        jobid,
        sumInBase(
          own.map(({ inventoryid }) => inventoryid),
          own,
        ),
      ]),
    )
  const reserved = sumsOf(listReservedByJobs(db, jobids))
  const onorder = sumsOf(listOpenForJobs(db, jobids))
  return (jobid: string, inventoryid: string): ForJob => ({
    reserved: reserved.get(jobid)?.get(inventoryid) ?? asQuantity(0),
    onorder: onorder.get(jobid)?.get(inventoryid) ?? asQuantity(0),
  })
}
