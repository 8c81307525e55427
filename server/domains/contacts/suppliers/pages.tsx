import { ById, id, object, t } from '#server/http/fields.ts'
import { raw, snackbarHeaders } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { ByContact, findSupplierContact } from './actions.tsx'
import { contactsPart } from './contacts-part.tsx'
import { archiveContact } from './save-contact.ts'

const Editing = object({ edit: t.Optional(id()) })

export const suppliersPages: Route[] = [
  page('GET /suppliers/:id/contacts', { claim: 'suppliers.read', params: ById, query: Editing }, (c) =>
    contactsPart(c, { editing: c.query.edit }),
  ),

  page(
    'POST /suppliers/:id/contacts/:contact/restore',
    { claim: 'suppliers.write', params: ByContact },
    async (c) => {
      const { name } = await c.write((tx) =>
        archiveContact(tx, findSupplierContact(tx.db, c.params).id, false),
      )
      return raw('', 'text/html; charset=utf-8', {
        headers: snackbarHeaders(`${name} is back`, { refresh: { table: 'supplier_contacts' } }),
      })
    },
  ),
]
