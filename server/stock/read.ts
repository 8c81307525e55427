import { listOpenByItem } from '#db/queries/purchasing/order-lines.ts'
import { type LedgerQuery, type LedgerRow, ledgerPage, listStockPlaces } from '#db/queries/stock/stock.ts'
import { listReservingLines } from '#db/queries/stock/stock-levels.ts'
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

/** Base units. Items of which nothing is reserved have 0. */
export function sumReserved(db: TenantDb, inventoryids: readonly string[]): Map<string, Quantity> {
  const found = new Map(inventoryids.map((id) => [id, asQuantity(0)]))
  for (const { inventoryid, unitratio, quantity } of listReservingLines(db, inventoryids)) {
    const base = toBase(asQuantity(quantity), parseRatio(unitratio, 'ratio of the unit'))
    found.set(inventoryid, asQuantity(found.get(inventoryid)! + base))
  }
  return found
}

/** Base units, of what was ordered from suppliers and has not come. Items of which nothing is on order have 0. */
export function sumOnOrder(db: TenantDb, inventoryids: readonly string[]): Map<string, Quantity> {
  const found = new Map(inventoryids.map((id) => [id, asQuantity(0)]))
  for (const { inventoryid, unitratio, quantity } of listOpenByItem(db, inventoryids)) {
    const base = toBase(asQuantity(quantity), parseRatio(unitratio, 'ratio of the unit'))
    found.set(inventoryid, asQuantity(found.get(inventoryid)! + base))
  }
  return found
}

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
