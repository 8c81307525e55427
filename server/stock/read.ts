import { type LedgerRow, ledgerPage, placesOf } from '#db/queries/stock.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'

export type Place = { storageid: string | null; name: string; quantity: Quantity }
export type OnHand = { quantity: Quantity; places: Place[] }

/** Stock of some items in base units, in all and by place, in one query. Items that never moved have none. */
export function onHand(db: TenantDb, inventoryids: readonly string[]): Map<string, OnHand> {
  const found = new Map<string, OnHand>()
  for (const id of inventoryids) found.set(id, { quantity: asQuantity(0), places: [] })
  for (const { inventoryid, storageid, name, quantity } of placesOf(db, [...found.keys()])) {
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
export const ledgerOf = (
  db: TenantDb,
  inventoryid: string,
  { take = 50, before = Number.MAX_SAFE_INTEGER }: { take?: number; before?: number } = {},
): LedgerRow[] => ledgerPage(db, inventoryid, before, take)
