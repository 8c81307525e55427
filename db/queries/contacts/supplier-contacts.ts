import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type ContactRow = {
  id: string
  version: number
  supplier: string
  name: string
  title: string
  number: string
  email: string
}

const COLUMNS = 'c.id, c.version, c.supplier, c.name, c.title, c.number, c.email'

/** The contacts in use of some suppliers, by name. */
export const listSupplierContacts = (db: TenantDb, suppliers: readonly string[]) =>
  prepared<ContactRow>(
    db,
    `SELECT ${COLUMNS} FROM json_each(?) AS wanted
     CROSS JOIN supplier_contacts AS c ON c.supplier = wanted.value AND c.archived = 0
     ORDER BY c.name COLLATE NOCASE, c.id`,
  ).all([JSON.stringify(suppliers)])

export const contactById = (db: TenantDb, id: string) =>
  prepared<ContactRow>(db, `SELECT ${COLUMNS} FROM supplier_contacts AS c WHERE c.id = ?`).get([id])
