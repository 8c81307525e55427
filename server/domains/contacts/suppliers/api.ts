import { listSupplierContacts } from '#db/queries/contacts/supplier-contacts.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import { ById, object, reference, t, text, version } from '#server/http/fields.ts'
import { data, listed } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { addContact, archiveContact, changeContact } from './save-contact.ts'

const fields = {
  title: t.Optional(text(120)),
  number: t.Optional(text(60)),
  email: t.Optional(text(250)),
}

/** Of a new contact the supplier must be named. */
const NewContact = object({
  id: t.Optional(reference()),
  supplier: t.String({ maxLength: 40 }),
  name: text(120, { required: true }),
  ...fields,
})

const ContactChange = object({
  name: t.Optional(text(120, { required: true })),
  ...fields,
  version: version(),
})

export const suppliersApi: Route[] = [
  api(
    'GET /api/suppliers/:id/contacts',
    { claim: 'suppliers.read', params: ById, summary: 'The people of a supplier.' },
    (c) =>
      c.read((db) => {
        find(db, suppliers, c.params.id)
        return listed(listSupplierContacts(db, [c.params.id]))
      }),
  ),

  api(
    'POST /api/suppliers/contact',
    { claim: 'suppliers.write', body: NewContact, summary: 'Adds somebody to a supplier’s people.' },
    (c) => {
      const { id: own, supplier, ...values } = c.body
      return c.write((tx) => {
        const contact = addContact(tx, supplier, { ...values, id: own ?? undefined })
        return data(contact, { message: `${contact.name} added successfully` })
      })
    },
  ),

  api(
    'PATCH /api/suppliers/contact/:id',
    { claim: 'suppliers.write', params: ById, body: ContactChange, summary: 'Changes a supplier’s contact.' },
    (c) => c.write((tx) => changeContact(tx, c.params.id, c.body)),
  ),

  api(
    'DELETE /api/suppliers/contact/:id',
    { claim: 'suppliers.write', params: ById, summary: 'Takes a contact from a supplier.' },
    (c) => c.write((tx) => archiveContact(tx, c.params.id)),
  ),
]
