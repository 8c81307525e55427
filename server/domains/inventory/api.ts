import { unitsOfItems } from '#db/queries/units.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import { present } from '#server/crud/read.ts'
import { unit } from '#server/domains/units/resource.ts'
import { id, t } from '#server/http/fields.ts'
import { api, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'

export const inventoryApi: Route[] = [
  api(
    'GET /api/inventory/units/:id',
    { claim: 'inventory.read', params: t.Object({ id: id() }), summary: 'The units of one item.' },
    (c) =>
      c.read((db) => {
        const item = find(db, inventory, c.params.id)
        return unitsOfItems(db, [item.id]).map((record) =>
          present(unit, { title: record.name, record, names: { inventoryid: item.code }, beside: {} }),
        )
      }),
  ),
]
