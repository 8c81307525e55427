import { itemsById } from '#db/queries/catalogue/inventory.ts'
import { listLabourIds } from '#db/queries/catalogue/labour-items.ts'
import type { TenantDb } from '#db/types.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { exactUp } from '#server/money/exact.ts'
import { type Bill, readUses } from '#server/stock/bill.ts'
import { quantitiesIn } from '#server/stock/bill-cost.ts'
import { explode } from '#server/stock/explode.ts'
import { readOnHand } from '#server/stock/read.ts'

type Named = { id: string; code: string; name: string; unit: string }

/** A product that an item is in. */
type ProductUse = Named & {
  /** Of the item, in one base unit of the product, whichever way it comes in. */
  quantity: Quantity
  direct: boolean
  /** In no product itself. */
  top: boolean
}

export function listProductUses(db: TenantDb, itemid: string): ProductUse[] {
  const uses = readUses(db, itemid)
  const quantities = quantitiesIn(uses, itemid)
  const inputs = new Set(
    [...uses.values()].flatMap((one) => one.inputs.map(({ inventoryid }) => inventoryid)),
  )
  const products = [...uses.keys()].filter((id) => id !== itemid && quantities.get(id)?.n)
  return itemsById(db, products).map(({ id, code, name, baseunit }) => ({
    id,
    code,
    name,
    unit: baseunit,
    quantity: asQuantity(Number(exactUp({ ...quantities.get(id)!, n: quantities.get(id)!.n * 1_000_000n }))),
    direct: uses.get(id)!.inputs.some(({ inventoryid }) => inventoryid === itemid),
    top: !inputs.has(id),
  }))
}

/** What a quantity of a product needs, level by level. */
type NeededItem = Named & {
  level: number
  gross: Quantity
  /** Undefined for whoever may not see stock, and of what holds none. */
  onhand?: Quantity
  net: Quantity
  made: boolean
  phantom: boolean
  work: boolean
}

/** Without `stock` nothing is taken off for what is on hand. The product itself is what is wanted, whatever there is of it. */
export function listNeeds(
  db: TenantDb,
  bill: Bill,
  productid: string,
  quantity: Quantity,
  see: { stock: boolean },
): NeededItem[] {
  const ids = [...bill.keys()].filter((id) => id !== productid)
  const onhand = see.stock ? readOnHand(db, ids) : new Map<string, { quantity: Quantity }>()
  const held = new Map([...onhand].map(([id, one]) => [id, one.quantity]))
  const needs = explode(bill, new Map([[productid, quantity]]), held)
  const items = new Map(itemsById(db, ids).map((item) => [item.id, item]))
  const labour = new Set(listLabourIds(db, ids))
  return ids.flatMap((id) => {
    const [need, item] = [needs.get(id), items.get(id)]
    if (!need || !item) return []
    const { level, gross, net, phantom } = need
    const made = (bill.get(id)?.inputs.length ?? 0) > 0
    const work = labour.has(id) && !made
    const stock = see.stock && !phantom && !work ? { onhand: held.get(id) } : {}
    return {
      id,
      code: item.code,
      name: item.name,
      unit: item.baseunit,
      level,
      gross,
      net,
      made,
      phantom,
      work,
      ...stock,
    }
  })
}
