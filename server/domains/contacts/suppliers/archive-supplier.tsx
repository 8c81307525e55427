import { tallyOrders } from '#db/queries/purchasing/orders.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { setArchived } from '#server/crud/save.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { replaceDialog, saved } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { ArchiveSupplier } from '#views/contacts/suppliers/archive.tsx'
import { supplier } from './resource.ts'

/** Goods that are on their way come all the same, and what is not sent yet never will be: so it is asked first. */
export const archiveSupplierPage: Route = page(
  'POST /suppliers/:id/archive',
  {
    claim: 'suppliers.write',
    params: ById,
    query: object({ agreed: t.Optional(flag()) }),
    summary: 'Archives a supplier; where orders are open, asks first.',
  },
  async (c) => {
    const { id } = c.params
    const asked = c.query.agreed ? undefined : c.read((db) => ordersOf(db, id))
    if (asked && asked.open + asked.drafts > 0) return replaceDialog(<ArchiveSupplier {...asked} />)
    const { title } = await c.write((tx) => setArchived(supplier, tx, id, true))
    return saved(`${title} archived`, supplier.name, `/suppliers/${id}/restore`)
  },
)

function ordersOf(db: TenantDb, id: string) {
  const { name } = getRecord(db, suppliers, id)
  const tally = tallyOrders(db, { supplier: id }, readToday(db))
  const count = (...states: string[]) =>
    tally.filter(({ state }) => states.includes(state)).reduce((sum, { n }) => sum + n, 0)
  return { id, name, open: count('sent', 'part'), drafts: count('draft') }
}
