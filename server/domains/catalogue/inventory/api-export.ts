import { findItemIds } from '#db/queries/catalogue/inventory.ts'
import { exportedRecords } from '#server/crud/export.ts'
import { exportQuery } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { PageQuery } from './input.ts'
import { permittedItemSort } from './item-sort.ts'
import { item } from './resource.ts'

const views = [
  { path: '/admin/inventory', label: 'pages.admin.inventory', products: false },
  { path: '/admin/products', label: 'pages.admin.products', products: true },
] as const

export const inventoryExport: Route[] = views.map(({ path, label, products }) =>
  page(
    `GET ${path}/export`,
    {
      summary: 'A file of items.',
      claim: 'inventory.read',
      query: object({ ...PageQuery.properties, ...exportQuery }),
    },
    (c) => {
      const { format, search, archived } = c.query
      const sort = permittedItemSort(c, c.query.sort)
      const { title, ids } = c.read((db) => ({
        title: pageTitle(db, label),
        ids: [...findItemIds(db, { search, archived, products }, sort).values()].flat(),
      }))
      return exportedRecords(c, item, { format, title, ids })
    },
  ),
)
