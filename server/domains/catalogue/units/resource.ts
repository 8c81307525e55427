import { listAllItemUnits } from '#db/queries/catalogue/units.ts'
import { inventory, units } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { itemRateClaims } from '#server/access/claims.ts'
import { crudCalls, defineResource } from '#server/crud/crud.ts'
import { rateField, referenceField, textField } from '#server/crud/kinds.ts'
import type { RecordValues } from '#server/crud/literal.ts'
import { invalid } from '#server/errors.ts'
import { roomFor } from '#server/record-limits.ts'
import { getRecord } from '#server/records.ts'
import { ratio } from './ratio-field.tsx'

export const unit = defineResource({
  noun: 'unit',
  nouns: 'units',
  table: units,
  path: '/admin/inventory',
  page: 'pages.admin.inventory',
  icon: 'ruler',
  subtitle: 'In which an item is counted.',
  claims: { read: 'inventory.read', write: 'inventory.write' },
  fields: {
    inventoryid: referenceField({ label: 'Item', table: inventory, none: 'No item', required: true }),
    name: textField({ label: 'Name', required: true, max: 40 }),
    ratiotobase: ratio({ label: 'Ratio to base', required: true }),
    lastprice: rateField({ label: 'Last price', seenby: itemRateClaims }),
  },
  columns: ['name', 'ratiotobase'],
  search: ['name', 'inventoryid'],
  sort: 'name',
  filters: ['inventoryid'],
  beforeSave: refuseTwice,
})

/** @throws a refusal of `name` */
function refuseTwice(tx: Tx, values: RecordValues, before: RecordValues | null): undefined {
  const { id, inventoryid, name, archived } = { ...before, ...values } as typeof units.$inferSelect
  if (archived) return
  const same = (other: string) => other.toLowerCase() === name.toLowerCase()
  if (same(getRecord(tx.db, inventory, inventoryid).baseunit))
    throw invalid({ name: 'This is the name of the base unit.' })
  const others = listAllItemUnits(tx.db, inventoryid).filter((one) => one.id !== id && !one.archived)
  if (others.some((one) => same(one.name)))
    throw invalid({ name: 'This item has a unit of this name already.' })
  if (!before) roomFor('units', others.length, 'name')
}

export const unitsRoutes = crudCalls(unit)
