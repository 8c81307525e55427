import { ById, flag, id, t } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { fieldsTab, itemsTab } from './tabs.tsx'

const TabQuery = t.Object({ edit: t.Optional(id()), archived: t.Optional(flag()) })

export const categoriesPages: Route[] = [
  page(
    'GET /admin/categories/:id/fields',
    { claim: 'categories.read', params: ById, query: TabQuery, summary: 'Fields of a category.' },
    (c) => c.read((db) => fragment(fieldsTab(c, db, c.params.id, c.query))),
  ),

  page(
    'GET /admin/categories/:id/inventory',
    { claim: 'categories.read', params: ById, summary: 'Items of a category.' },
    (c) => c.read((db) => fragment(itemsTab(c, db, c.params.id))),
  ),
]
