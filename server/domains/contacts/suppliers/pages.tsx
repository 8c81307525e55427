import { ById, id, object, t } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { contactsPart } from './contacts-part.tsx'

const Editing = object({ edit: t.Optional(id()) })

export const suppliersPages: Route[] = [
  page(
    'GET /suppliers/:id/contacts',
    { claim: 'suppliers.read', params: ById, query: Editing, summary: 'Contacts of a supplier.' },
    (c) => contactsPart(c, { editing: c.query.edit }),
  ),
]
