import { listItemsOfSupplier, listSuppliersOfItem } from '#db/queries/purchasing/supplier-items.ts'
import { inventory, suppliers } from '#db/schema/tenant/index.ts'
import { ById, listQuery, object } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { presentSupplierItem } from './present.ts'

export const supplierItemsApi: Route[] = [
  api(
    'GET /api/inventory/:id/suppliers',
    { claim: 'purchase.read', params: ById, summary: 'What each supplier calls an item, and asks for it.' },
    (c) =>
      c.read((db, viewer) => {
        getRecord(db, inventory, c.params.id)
        const today = readToday(db)
        return listData(
          listSuppliersOfItem(db, c.params.id).map((row) => presentSupplierItem(row, viewer, today)),
        )
      }),
  ),

  api(
    'GET /api/suppliers/:id/items',
    {
      claim: 'purchase.read',
      params: ById,
      query: object({ skip: listQuery.skip, take: listQuery.take }),
      summary: 'What one supplier calls its items, and asks for them.',
    },
    (c) =>
      c.read((db, viewer) => {
        getRecord(db, suppliers, c.params.id)
        const today = readToday(db)
        return listData(
          listItemsOfSupplier(db, c.params.id, c.query).map((row) => presentSupplierItem(row, viewer, today)),
        )
      }),
  ),
]
