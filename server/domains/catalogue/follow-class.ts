import { nameById } from '#db/queries/crud.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { followOrdered } from '#server/domains/purchasing/orders/follow-ordered.ts'
import { followItems } from '#server/domains/work/materials/follow-items.ts'
import { readOnHand } from '#server/stock/read.ts'
import { formatQuantity } from '#views/format.ts'

/** Once items are kept in stock, or no more, by themselves or by their category. @returns what to say of their orders */
export function followClass(tx: Tx, inventoryids: readonly string[]): string | undefined {
  followItems(tx, inventoryids)
  return followOrdered(tx, inventoryids)
}

/** Of an item that is kept in stock no more. */
export function sayLeftInStock(db: TenantDb, inventoryid: string): string | undefined {
  const { quantity } = readOnHand(db, [inventoryid]).get(inventoryid)!
  if (quantity === 0) return
  return `Stock still counts ${formatQuantity(quantity)} of ${nameById(db, inventory, inventoryid)}: count it to 0 if it is gone.`
}
