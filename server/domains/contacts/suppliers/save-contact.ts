import { type ContactRow, contactById, listSupplierContacts } from '#db/queries/contacts/supplier-contacts.ts'
import { supplier_contacts, suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, notFound } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { roomFor } from '#server/record-limits.ts'
import { getRecord, insert, updateRecord } from '#server/records.ts'

export type Contact = { name: string; title?: string; number?: string; email?: string }

export function readContact(db: TenantDb, id: string): ContactRow {
  const row = contactById(db, id)
  if (!row) throw notFound('contact')
  return row
}

export function addContact(tx: Tx, supplier: string, values: Contact & { id?: string }): ContactRow {
  check(values)
  getRecord(tx.db, suppliers, supplier, 'supplier')
  checkContactsRoom(tx.db, supplier)
  const { id } = insert(tx, supplier_contacts, { ...values, supplier })
  recordInSupplier(tx, supplier, '', values.name)
  return readContact(tx.db, id)
}

export function changeContact(
  tx: Tx,
  id: string,
  values: Partial<Contact> & { version?: number },
): ContactRow {
  check(values)
  const before = readContact(tx.db, id)
  updateRecord(tx, supplier_contacts, id, values, undefined, () => before)
  const after = readContact(tx.db, id)
  if (after.version !== before.version)
    recordInSupplier(tx, before.supplier, contactText(before), contactText(after))
  return after
}

/** @throws 404, 400 when others have come into the room of one that is restored */
export function archiveContact(tx: Tx, id: string, archived = true): ContactRow {
  const contact = readContact(tx.db, id)
  if (!archived) checkContactsRoom(tx.db, contact.supplier)
  const { version } = updateRecord(tx, supplier_contacts, id, { archived })
  if (version !== contact.version)
    recordInSupplier(tx, contact.supplier, archived ? contact.name : '', archived ? '' : contact.name)
  return contact
}

const checkContactsRoom = (db: TenantDb, supplier: string) =>
  roomFor('supplier_contacts', listSupplierContacts(db, [supplier]).length, 'name')

const contactText = ({ name, title, number, email }: Contact) =>
  [name, title, number, email].filter(Boolean).join(', ')

function recordInSupplier(tx: Tx, supplier: string, oldvalue: string, newvalue: string) {
  recordHistory(tx, 'suppliers', supplier, [{ field: 'contact', oldvalue, newvalue }])
  tx.publish('RecordChanged', [{ table: 'supplier_contacts', id: supplier }])
}

function check({ name, email }: Partial<Contact>) {
  if (name === '') throw invalid({ name: 'This is required.' })
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalid({ email: 'This is not an e-mail address.' })
}
