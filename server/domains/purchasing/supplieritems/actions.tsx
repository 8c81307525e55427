import { listSuppliersOfItem } from '#db/queries/purchasing/supplier-items.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { OfItemSupplier, SupplierItem } from './input.ts'
import { presentSupplierItem } from './present.ts'
import { removeSupplierItem, saveSupplierItem } from './save-supplier-item.ts'
import { reloadItemSuppliers } from './tab.tsx'

const claim = 'purchase.write'

export const supplierItemsActions: Route[] = [
  ...action(
    { api: 'POST /api/inventory/:id/suppliers', page: 'POST /admin/inventory/:id/suppliers' },
    { claim, params: ById, body: SupplierItem, summary: 'What a supplier calls an item, and asks for it.' },
    (tx, viewer, c) => {
      const id = saveSupplierItem(tx, c.params.id, c.body)
      const row = listSuppliersOfItem(tx.db, c.params.id).find((one) => one.id === id)!
      return presentSupplierItem(row, viewer)
    },
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
]
