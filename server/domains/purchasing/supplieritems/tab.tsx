import { listItemUnits } from '#db/queries/catalogue/units.ts'
import { listSuppliersOfItem, type SupplierItemRow } from '#db/queries/purchasing/supplier-items.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { seesPrices } from '#server/domains/purchasing/orders/present.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { fragment, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { listImportUrl } from '#server/importable-lists.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { ItemSuppliers } from '#views/purchasing/supplieritems/list.tsx'
import { pricesOn, readPrices } from './read-prices.ts'

function itemSuppliers(c: Context, db: TenantDb, viewer: Viewer, id: string) {
  const { baseunit } = getRecord(db, inventory, id)
  const priced = seesPrices(viewer)
  const today = readToday(db)
  return (
    <ItemSuppliers
      itemid={id}
      baseunit={baseunit}
      units={[baseunit, ...listItemUnits(db, [id]).map(({ name }) => name)]}
      suppliers={listSuppliersOfItem(db, id).map((row) => supplierOfItem(row, priced, today))}
      today={today}
      priced={priced}
      importurl={listImportUrl('supplierprices', 'purchase.write', c)}
      canwrite={c.can('purchase.write')}
    />
  )
}

const supplierOfItem = (row: SupplierItemRow, priced: boolean, today: string) => {
  const { supplier, suppliername, code, name, unit, unitratio, packsize, minimum, leadtime } = row
  const { price, breaks } = pricesOn(row, today)
  const known = priced && price !== null
  return {
    ...{ code, name, unit, packsize, minimum, leadtime },
    supplier: { id: supplier, name: suppliername },
    price: known ? price : null,
    baseprice: known ? rateBetween(price, parseRatio(unitratio), parseRatio('1')) : null,
    breaks: priced ? breaks : [],
    stored: priced ? readPrices(row) : [],
    always: priced ? row.price : null,
  }
}

/** The tab as it is after a change. */
export const reloadItemSuppliers = (c: Context, id: string, message: string) =>
  fragment(
    c.read((db, viewer) => itemSuppliers(c, db, viewer, id)),
    { headers: snackbarHeaders(message) },
  )

export const supplierItemsPages: Route[] = [
  page(
    'GET /admin/inventory/:id/suppliers',
    { claim: 'purchase.read', params: ById, summary: 'What each supplier asks for an item, as its tab.' },
    (c) => c.read((db, viewer) => fragment(itemSuppliers(c, db, viewer, c.params.id))),
  ),
]
