import { listSuppliersOfItem } from '#db/queries/purchasing/supplier-items.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { readToday } from '#server/zone.ts'
import { OfItemSupplier, OfSupplierPrice, SupplierItem, SupplierPrice } from './input.ts'
import { presentSupplierItem } from './present.ts'
import { removePrice, savePrice } from './save-price.ts'
import { removeSupplierItem, saveSupplierItem } from './save-supplier-item.ts'
import { reloadItemSuppliers } from './tab.tsx'

const claim = 'purchase.write'

export const supplierItemsActions: Route[] = [
  ...action(
    { api: 'POST /api/inventory/:id/suppliers', page: 'POST /admin/inventory/:id/suppliers' },
    { claim, params: ById, body: SupplierItem, summary: 'What a supplier calls an item, and asks for it.' },
    (tx, viewer, c) => present(tx.db, viewer, c.params.id, saveSupplierItem(tx, c.params.id, c.body)),
    (_, c) => reloadItemSuppliers(c, c.params.id, 'Price saved'),
  ),

  ...action(
    {
      api: 'DELETE /api/inventory/:id/suppliers/:supplierid',
      page: 'DELETE /admin/inventory/:id/suppliers/:supplierid',
    },
    { claim, params: OfItemSupplier, summary: 'An item is bought from a supplier no more.' },
    (tx, _, c) => {
      removeSupplierItem(tx, c.params.id, c.params.supplierid)
      return dataReply(null, { message: 'Removed' })
    },
    (_, c) => reloadItemSuppliers(c, c.params.id, 'Removed'),
  ),

  ...action(
    {
      api: 'POST /api/inventory/:id/suppliers/:supplierid/prices',
      page: 'POST /admin/inventory/:id/suppliers/:supplierid/prices',
    },
    {
      claim,
      params: OfItemSupplier,
      body: SupplierPrice,
      summary:
        'What a supplier asks for an item from a quantity, a day, or both on; without a price it ends there.',
    },
    (tx, viewer, c) => {
      const { id, supplierid } = c.params
      return present(tx.db, viewer, id, savePrice(tx, id, supplierid, c.body))
    },
    (_, c) => reloadItemSuppliers(c, c.params.id, 'Price saved'),
  ),

  ...action(
    {
      api: 'DELETE /api/inventory/:id/suppliers/:supplierid/prices/:priceid',
      page: 'DELETE /admin/inventory/:id/suppliers/:supplierid/prices/:priceid',
    },
    { claim, params: OfSupplierPrice, summary: 'Forgets a price from a quantity or a day on.' },
    (tx, viewer, c) => {
      const { id, supplierid, priceid } = c.params
      return present(tx.db, viewer, id, removePrice(tx, id, supplierid, priceid))
    },
    (_, c) => reloadItemSuppliers(c, c.params.id, 'Price removed'),
  ),
]

function present(db: TenantDb, viewer: Viewer, inventoryid: string, id: string) {
  const row = listSuppliersOfItem(db, inventoryid).find((one) => one.id === id)!
  return presentSupplierItem(row, viewer, readToday(db))
}
