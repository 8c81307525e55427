import { SkipQuery } from '#server/crud/paged-lines.ts'
import { OpenTab } from '#server/crud/record-page.tsx'
import { ById, id, object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { contactsPart } from './contacts-part.tsx'
import { suppliedItemsTab, supplierPage } from './record-page.tsx'

const Editing = object({ edit: t.Optional(id()) })

export const suppliersPages: Route[] = [
  page(
    'GET /suppliers/:id/overview',
    { claim: 'suppliers.read', params: ById, query: OpenTab, summary: 'Everything about a supplier.' },
    supplierPage,
  ),

  page(
    'GET /suppliers/:id/items',
    { claim: 'inventory.read', params: ById, query: SkipQuery, summary: 'Items of a supplier.' },
    suppliedItemsTab,
  ),

  page(
    'GET /suppliers/:id/contacts',
    { claim: 'suppliers.read', params: ById, query: Editing, summary: 'Contacts of a supplier.' },
    (c) => contactsPart(c, { editing: c.query.edit }),
  ),
]
