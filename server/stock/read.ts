import { type LedgerQuery, type LedgerRow, ledgerPage, listStockPlaces } from '#db/queries/stock/stock.ts'
import { listReservingLines } from '#db/queries/stock/stock-levels.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

export type Place = { storageid: string | null; name: string; quantity: Quantity }
export type OnHand = { quantity: Quantity; places: Place[] }

/** Stock of some items in base units, in all and by place, in one query. Items that never moved have none. */
export function onHand(db: TenantDb, inventoryids: readonly string[]): Map<string, OnHand> {
  const found = new Map<string, OnHand>()
  for (const id of inventoryids) found.set(id, { quantity: asQuantity(0), places: [] })
  for (const { inventoryid, storageid, name, quantity } of listStockPlaces(db, [...found.keys()])) {
    const item = found.get(inventoryid)!
    item.quantity = asQuantity(item.quantity + quantity)
    item.places.push({ storageid: storageid || null, name: name ?? '', quantity: asQuantity(quantity) })
  }
  return found
}

/**
 * Why an item's stock is what it is: its movements, newest first, each with the balance after it. `before` is the
 * last `seq` of the page before. A page costs the same however long the ledger is.
 */
export const ledgerOf = (db: TenantDb, inventoryid: string, query: LedgerQuery = {}): LedgerRow[] =>
  ledgerPage(db, inventoryid, query)

/** What is reserved by open jobs, in base units. Items of which nothing is reserved have 0. */
export function reservedOf(db: TenantDb, inventoryids: readonly string[]): Map<string, Quantity> {
  const found = new Map(inventoryids.map((id) => [id, asQuantity(0)]))
  for (const { inventoryid, unitratio, quantity } of listReservingLines(db, inventoryids)) {
    const base = toBase(asQuantity(quantity), parseRatio(unitratio, 'ratio of the unit'))
    found.set(inventoryid, asQuantity(found.get(inventoryid)! + base))
  }
  return found
}

/** `available` is what nobody has planned for yet: on hand less reserved, which may be below zero. */
export type Levels = { onhand: OnHand; reserved: Quantity; available: Quantity }

/** Stock of one item as people ask about it. Nothing is on order before there is purchasing. */
export function levelsOf(db: TenantDb, inventoryid: string): Levels {
  const onhand = onHand(db, [inventoryid]).get(inventoryid)!
  const reserved = reservedOf(db, [inventoryid]).get(inventoryid)!
  return { onhand, reserved, available: asQuantity(onhand.quantity - reserved) }
}
