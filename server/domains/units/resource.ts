import { inventory, units } from '#db/schema/tenant/index.ts'
import { crudApi } from '#server/crud/api.ts'
import { define } from '#server/crud/crud.ts'
import { rate, reference, text } from '#server/crud/kinds.ts'
import { ratio } from './ratio-field.tsx'

/** Units of an item beside its base unit. They are edited in the item's dialog, so they have calls and no page. */
export const unit = define({
  noun: 'unit',
  nouns: 'units',
  table: units,
  path: '/admin/inventory',
  page: 'pages.admin.inventory',
  icon: 'ruler',
  subtitle: 'In which an item is counted.',
  claims: { read: 'inventory.read', write: 'inventory.write' },
  fields: {
    inventoryid: reference({ label: 'Item', table: inventory, none: 'No item', required: true }),
    name: text({ label: 'Name', required: true, max: 40 }),
    ratiotobase: ratio({ label: 'Ratio to base', required: true }),
    lastprice: rate({ label: 'Last price' }),
  },
  columns: ['name', 'ratiotobase'],
  search: ['name', 'inventoryid'],
  sort: 'name',
  filters: ['inventoryid'],
})

export const unitsRoutes = crudApi(unit)
