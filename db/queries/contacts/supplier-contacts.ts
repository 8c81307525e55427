import { and, asc, eq, sql } from 'drizzle-orm'
import { supplier_contacts } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const contact = {
  id: supplier_contacts.id,
  version: supplier_contacts.version,
  supplier: supplier_contacts.supplier,
  name: supplier_contacts.name,
  title: supplier_contacts.title,
  number: supplier_contacts.number,
  email: supplier_contacts.email,
}

export type ContactRow = RowOf<typeof oneContact>

const contactsInUse = statement((q, p: Params<{ suppliers: readonly string[] }>) =>
  q
    .select(contact)
    .from(listItems(p.suppliers))
    .crossJoin(supplier_contacts)
    .where(and(eq(supplier_contacts.supplier, listItem), eq(supplier_contacts.archived, false)))
    .orderBy(asc(sql`${supplier_contacts.name} COLLATE NOCASE`), asc(supplier_contacts.id)),
)

export const listSupplierContacts = (db: TenantDb, suppliers: readonly string[]) =>
  contactsInUse.all(db, { suppliers })

const oneContact = statement((q, p: Params<{ id: string }>) =>
  q.select(contact).from(supplier_contacts).where(eq(supplier_contacts.id, p.id)),
)

export const contactById = (db: TenantDb, id: string) => oneContact.get(db, { id })
