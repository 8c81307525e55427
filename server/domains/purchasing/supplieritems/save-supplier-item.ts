import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { findOrderItems } from '#db/queries/purchasing/order-items.ts'
import { findSupplierItems } from '#db/queries/purchasing/supplier-items.ts'
import { supplier_items, suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { resolveLineUnit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Quantity, Rate } from '#server/money/decimal.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'
import type { PriceBreak } from './price-for.ts'
import { archivePrices, storePrice } from './save-price.ts'

type SupplierItemInput = {
  supplier: string | null
  code?: string
  name?: string
  unit?: string
  price?: Rate | null
  packsize?: Quantity | null
  minimum?: Quantity | null
  leadtime?: number | '' | null
  breaks?: { quantity: Quantity | null; price: Rate | null }[]
}

/** One record for each item and supplier: a second one changes the first. @throws 404, 400 by field */
export function saveSupplierItem(tx: Tx, inventoryid: string, input: SupplierItemInput): string {
  const [item] = findOrderItems(tx.db, [inventoryid])
  if (!item) throw notFound('item')
  const { supplier, breaks, leadtime, price, packsize, minimum, ...words } = input
  if (!supplier) throw invalid({ supplier: 'Choose the supplier.' })
  getRecord(tx.db, suppliers, supplier, 'supplier')
  const figures = { price, packsize, minimum }
  for (const [name, value] of Object.entries(figures))
    if (value !== null && value !== undefined && (value < 0 || (value === 0 && name !== 'price')))
      throw invalid({ [name]: `The ${names[name]} must be above zero, or empty.` })
  const prices = breaks && checkBreaks(breaks)
  const unit = resolveLineUnit(item, words.unit || undefined, listItemUnits(tx.db, [inventoryid]))
  const values = {
    ...words,
    ...figures,
    ...unit,
    ...(leadtime !== undefined && { leadtime: leadtime === '' ? null : leadtime }),
    archived: false,
  }
  const [known] = findSupplierItems(tx.db, supplier, [inventoryid])
  const { id } = known
    ? updateRecord(tx, supplier_items, known.id, values)
    : insert(tx, supplier_items, { ...values, inventoryid, supplier })
  if (prices) {
    archivePrices(tx, id, 'undated')
    for (const one of prices) storePrice(tx, id, { ...one, validfrom: '' })
  }
  tx.publish('RecordChanged', [{ table: 'supplier_items', id }])
  return id
}

const names: Record<string, string> = { price: 'price', packsize: 'pack size', minimum: 'minimum' }

/** Archived, so that what it said of earlier orders can be read again when it comes back. @throws 404 */
export function removeSupplierItem(tx: Tx, inventoryid: string, supplier: string) {
  const [known] = findSupplierItems(tx.db, supplier, [inventoryid])
  if (!known || known.archived) throw notFound('supplier of this item')
  updateRecord(tx, supplier_items, known.id, { archived: true })
  archivePrices(tx, known.id, 'all')
  tx.publish('RecordChanged', [{ table: 'supplier_items', id: known.id }])
}

function checkBreaks(given: NonNullable<SupplierItemInput['breaks']>): PriceBreak[] {
  const seen = new Set<number>()
  return given.map(({ quantity, price }, at) => {
    const field = (name: string) => `breaks.${at}.${name}`
    if (quantity === null || quantity <= 0)
      throw invalid({ [field('quantity')]: 'The quantity must be above zero.' })
    if (price === null || price < 0)
      throw invalid({ [field('price')]: 'Say what each one costs from there on.' })
    if (seen.has(quantity))
      throw invalid({ [field('quantity')]: 'There is a price from this quantity already.' })
    seen.add(quantity)
    return { quantity, price }
  })
}
