import type { ReactElement } from 'react'
import { listBoughtItems } from '#db/queries/contacts/supplier-work.ts'
import { listItemsOfSupplier } from '#db/queries/purchasing/supplier-items.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { pagedLines, SkipQuery } from '#server/crud/paged-lines.ts'
import { listOrderSummaries } from '#server/domains/purchasing/orders/find-orders.ts'
import { seesPrices } from '#server/domains/purchasing/orders/present.ts'
import { listSupplierInvoiceSummaries } from '#server/domains/purchasing/supplierinvoices/find-invoices.ts'
import { pricesOn, readPrices } from '#server/domains/purchasing/supplieritems/read-prices.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { listImportUrl } from '#server/importable-lists.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import {
  SupplierBought,
  SupplierInvoices,
  SupplierOrders,
  SupplierPrices,
} from '#views/contacts/suppliers/work.tsx'

type Tab = (c: Context<{ id: string }, { skip?: number }>, db: TenantDb, viewer: Viewer) => ReactElement

const ordersTab: Tab = ({ params: { id }, query }, db, viewer) => {
  const { rows, more } = pagedLines(`/suppliers/${id}/orders`, query, (page) =>
    listOrderSummaries(db, viewer, { supplier: id, ...page }),
  )
  return <SupplierOrders orders={rows} more={more} />
}

const invoicesTab: Tab = ({ params: { id }, query }, db) => {
  const { rows, more } = pagedLines(`/suppliers/${id}/invoices`, query, (page) =>
    listSupplierInvoiceSummaries(db, { supplier: id, ...page }),
  )
  return <SupplierInvoices invoices={rows} more={more} />
}

const pricesTab: Tab = (c, db, viewer) => {
  const { id } = c.params
  const [today, priced] = [readToday(db), seesPrices(viewer)]
  const { rows, more } = pagedLines(`/suppliers/${id}/prices`, c.query, (page) =>
    listItemsOfSupplier(db, id, page),
  )
  const items = rows.map((row) => {
    const { price, breaks } = pricesOn(row, today)
    const next = readPrices(row).find(({ validfrom }) => validfrom > today)?.validfrom
    const shown = priced ? { price, breaks, next } : { price: null, breaks: [] }
    return {
      ...shown,
      id: row.inventoryid,
      code: row.itemcode,
      name: row.itemname,
      theirs: row.code,
      unit: row.unit,
    }
  })
  return (
    <SupplierPrices
      items={items}
      more={more}
      importurl={listImportUrl('supplierprices', 'purchase.write', c)}
    />
  )
}

const boughtTab: Tab = ({ params: { id }, query, can }, db) => {
  const { rows, more } = pagedLines(`/suppliers/${id}/bought`, query, (page) => listBoughtItems(db, id, page))
  return <SupplierBought items={rows} linked={can('inventory.read')} more={more} />
}

const tabPage = (
  name: string,
  claim: 'purchase.read' | 'supplierinvoices.read',
  summary: string,
  tab: Tab,
): Route =>
  page(`GET /suppliers/:id/${name}`, { claim, params: ById, query: SkipQuery, summary }, (c) =>
    c.read((db, viewer) => {
      getRecord(db, suppliers, c.params.id)
      return fragment(tab(c, db, viewer))
    }),
  )

export const supplierWorkTabs: Route[] = [
  tabPage('orders', 'purchase.read', 'Purchase orders of a supplier.', ordersTab),
  tabPage('invoices', 'supplierinvoices.read', 'What a supplier charged and credited.', invoicesTab),
  tabPage('prices', 'purchase.read', 'What a supplier asks for its items.', pricesTab),
  tabPage('bought', 'purchase.read', 'Items that came from a supplier.', boughtTab),
]
