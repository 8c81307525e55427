import { listSupplierContacts } from '#db/queries/contacts/supplier-contacts.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, integer, object, t, text } from '#server/http/fields.ts'
import { fragment, raw, says } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { SupplierContacts } from '#views/contacts/suppliers/contacts.tsx'
import { addContact, archiveContact, changeContact, readContact } from './save-contact.ts'

const PATH = '/suppliers/:id/contacts'
const One = t.Object({ id: id(), contact: id() })
const read = { claim: 'suppliers.read', params: ById } as const
const write = { claim: 'suppliers.write' } as const

// The controls stand in the supplier's own dialog, whose fields come along and have names like these.
const Form = t.Object(
  {
    personname: text(120),
    persontitle: t.Optional(text(120)),
    personnumber: t.Optional(text(60)),
    personemail: t.Optional(text(250)),
    personversion: t.Optional(integer(1, 1_000_000_000)),
  },
  { additionalProperties: true },
)

type Sent = { personname: string; persontitle?: string; personnumber?: string; personemail?: string }
const valuesIn = ({
  personname: name,
  persontitle: title,
  personnumber: number,
  personemail: email,
}: Sent) => ({
  name,
  title,
  number,
  email,
})

/** A refusal names the fields of the rule; those of the tab have a word before. */
function besideThem(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const fields = Object.entries(error.more.fields ?? {}).map(([name, words]) => [`person${name}`, words])
  throw new Problem(error.status, error.message, { ...error.more, fields: Object.fromEntries(fields) })
}

type Said = { message: string; undo?: string }

const part = (c: Context<{ id: string }>, db: TenantDb, editing?: string, said?: Said) => {
  find(db, suppliers, c.params.id)
  return fragment(
    <SupplierContacts
      supplierid={c.params.id}
      contacts={listSupplierContacts(db, [c.params.id])}
      editing={editing}
      canwrite={c.can('suppliers.write')}
    />,
    said && { headers: says(said.message, { undo: said.undo }) },
  )
}

/** @throws 404 unless the contact of the address is one of the supplier of the address */
function own(db: TenantDb, { id: supplier, contact }: { id: string; contact: string }): string {
  const row = readContact(db, contact)
  if (row.supplier !== supplier) throw notFound('contact')
  return row.id
}

/** The Contacts tab of a supplier. */
export const suppliersPages: Route[] = [
  page(`GET ${PATH}`, { ...read, query: object({ edit: t.Optional(id()) }) }, (c) =>
    c.read((db) => part(c, db, c.query.edit)),
  ),

  page(`POST ${PATH}`, { ...write, params: ById, body: Form }, async (c) => {
    const { name } = await c.write((tx) => addContact(tx, c.params.id, valuesIn(c.body))).catch(besideThem)
    return c.read((db) => part(c, db, undefined, { message: `${name} added successfully` }))
  }),

  page(`POST ${PATH}/:contact`, { ...write, params: One, body: Form }, async (c) => {
    const { personversion: version } = c.body
    const { name } = await c
      .write((tx) => changeContact(tx, own(tx.db, c.params), { ...valuesIn(c.body), version }))
      .catch(besideThem)
    return c.read((db) => part(c, db, undefined, { message: `${name} saved` }))
  }),

  page(`POST ${PATH}/:contact/archive`, { ...write, params: One }, async (c) => {
    const { name } = await c.write((tx) => archiveContact(tx, own(tx.db, c.params)))
    const undo = `/suppliers/${c.params.id}/contacts/${c.params.contact}/restore`
    return c.read((db) => part(c, db, undefined, { message: `${name} removed`, undo }))
  }),

  page(`POST ${PATH}/:contact/restore`, { ...write, params: One }, async (c) => {
    const { name } = await c.write((tx) => archiveContact(tx, own(tx.db, c.params), false))
    return raw('', 'text/html; charset=utf-8', {
      headers: says(`${name} is back`, { refresh: { table: 'supplier_contacts' } }),
    })
  }),
]
