import {
  findSupplierItems,
  findSupplierPrice,
  listSupplierPrices,
} from '#db/queries/purchasing/supplier-items.ts'
import { supplier_items, supplier_prices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid, notFound } from '#server/errors.ts'
import { asQuantity, type Quantity, type Rate } from '#server/money/decimal.ts'
import { insert, updateRecord } from '#server/records.ts'

type PriceInput = { quantity?: Quantity | null; validfrom?: string | null; price?: Rate | null }

/**
 * One of the same quantity and day is changed. What holds for any quantity on any day stands on the item of the supplier.
 * Returns the id of that item. @throws 404, 400 by field
 */
export function savePrice(tx: Tx, inventoryid: string, supplier: string, input: PriceInput): string {
  const { id } = getSupplierItem(tx, inventoryid, supplier)
  const { quantity, validfrom, price = null } = input
  if (quantity !== undefined && quantity !== null && quantity < 0)
    throw invalid({ quantity: 'The quantity must be above zero, or empty.' })
  if (price !== null && price < 0) throw invalid({ price: 'The price must be above zero, or empty.' })
  if (!quantity && !validfrom) updateRecord(tx, supplier_items, id, { price })
  else storePrice(tx, id, { quantity: quantity ?? asQuantity(0), validfrom: validfrom ?? '', price })
  tx.publish('RecordChanged', [{ table: 'supplier_items', id }])
  return id
}

/** Returns the id of the item of the supplier. @throws 404 */
export function removePrice(tx: Tx, inventoryid: string, supplier: string, priceid: string): string {
  const { id } = getSupplierItem(tx, inventoryid, supplier)
  if (!listSupplierPrices(tx.db, id).some((one) => one.id === priceid && !one.archived))
    throw notFound('price')
  updateRecord(tx, supplier_prices, priceid, { archived: true })
  tx.publish('RecordChanged', [{ table: 'supplier_items', id }])
  return id
}

type Stored = { quantity: Quantity; validfrom: string; price: Rate | null }

/** The one of this quantity and day, which may have been forgotten. */
export function storePrice(tx: Tx, supplieritemid: string, price: Stored) {
  const known = findSupplierPrice(tx.db, { supplieritemid, ...price })
  if (known) updateRecord(tx, supplier_prices, known.id, { price: price.price, archived: false })
  else insert(tx, supplier_prices, { supplieritemid, ...price })
}

/** Kept, so that history can name what it was. */
export function archivePrices(tx: Tx, supplieritemid: string, which: 'all' | 'undated') {
  for (const { id, validfrom } of listSupplierPrices(tx.db, supplieritemid))
    if (which === 'all' || !validfrom) updateRecord(tx, supplier_prices, id, { archived: true })
}

function getSupplierItem(tx: Tx, inventoryid: string, supplier: string) {
  const [known] = findSupplierItems(tx.db, supplier, [inventoryid])
  if (!known || known.archived) throw notFound('supplier of this item')
  return known
}
