import type { TenantDb } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { dataReply, rawReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { prefixErrors } from '#server/version-conflict.ts'
import { contactsPart } from './contacts-part.tsx'
import { ContactChange, ContactForm, NewContact, toContactValues } from './input.ts'
import { addContact, archiveContact, changeContact, readContact } from './save-contact.ts'

const ByContact = t.Object({ id: id(), contact: id() })

const refused = prefixErrors('person')

/** @throws 404 unless the contact of the address is one of the supplier of the address */
function findSupplierContact(db: TenantDb, { id: supplier, contact }: { id: string; contact: string }) {
  const row = readContact(db, contact)
  if (row.supplier !== supplier) throw notFound('contact')
  return row
}

export const suppliersActions: Route[] = [
  ...action(
    { api: 'POST /api/suppliers/contact', page: 'POST /suppliers/:id/contacts' },
    {
      claim: 'suppliers.write',
      body: NewContact,
      form: {
        params: ById,
        body: ContactForm,
        input: ({ params, body }) => ({ body: { ...toContactValues(body), supplier: params.id } }),
        refused,
      },
      summary: 'Adds somebody to a supplier’s people.',
    },
    (tx, _, c) => {
      const { id: own, supplier, ...values } = c.body
      const contact = addContact(tx, supplier, { ...values, id: own ?? undefined })
      return dataReply(contact, { message: `${contact.name} added` })
    },
    (_, c, message) => contactsPart(c, { message }),
  ),

  ...action(
    { api: 'PATCH /api/suppliers/contact/:id', page: 'POST /suppliers/:id/contacts/:contact' },
    {
      claim: 'suppliers.write',
      params: ById,
      body: ContactChange,
      form: {
        params: ByContact,
        body: ContactForm,
        input: ({ params, body }, db) => ({
          params: { id: findSupplierContact(db, params).id },
          body: { ...toContactValues(body), version: body.personversion },
        }),
        refused,
      },
      summary: 'Changes a supplier’s contact.',
    },
    (tx, _, c) => changeContact(tx, c.params.id, c.body),
    ({ name }, c) => contactsPart(c, { message: `${name} saved` }),
  ),

  ...action(
    { api: 'DELETE /api/suppliers/contact/:id', page: 'POST /suppliers/:id/contacts/:contact/archive' },
    {
      claim: 'suppliers.write',
      params: ById,
      form: {
        params: ByContact,
        input: ({ params }, db) => ({ params: { id: findSupplierContact(db, params).id } }),
      },
      summary: 'Takes a contact from a supplier.',
    },
    (tx, _, c) => archiveContact(tx, c.params.id),
    ({ name }, c) =>
      contactsPart(c, {
        message: `${name} removed`,
        undo: `/suppliers/${c.params.id}/contacts/${c.params.contact}/restore`,
      }),
  ),

  page(
    'POST /suppliers/:id/contacts/:contact/restore',
    { summary: 'Brings back a supplier’s contact.', claim: 'suppliers.write', params: ByContact },
    async (c) => {
      const { name } = await c.write((tx) =>
        archiveContact(tx, findSupplierContact(tx.db, c.params).id, false),
      )
      return rawReply('', 'text/html; charset=utf-8', {
        headers: snackbarHeaders(`${name} is back`, { refresh: { table: 'supplier_contacts' } }),
      })
    },
  ),
]
