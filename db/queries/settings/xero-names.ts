import { and, asc, eq, like, sql } from 'drizzle-orm'
import { accountcodes, import_keys, xero_contacts, xero_names } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const contact = statement((q, p: Params<{ noun: string; recordid: string; tenantid: string }>) =>
  q
    .select({ contactid: xero_contacts.contactid })
    .from(xero_contacts)
    .where(
      and(
        sql`${xero_contacts.noun} = ${p.noun}`,
        eq(xero_contacts.recordid, p.recordid),
        eq(xero_contacts.tenantid, p.tenantid),
      ),
    ),
)

const importedAs = statement((q, p: Params<{ noun: string; recordid: string }>) =>
  q
    .select({ key: import_keys.key })
    .from(import_keys)
    .where(
      and(
        eq(import_keys.recordid, p.recordid),
        eq(import_keys.noun, p.noun),
        like(import_keys.key, 'xero:%'),
      ),
    )
    .limit(1),
)

/** As somebody confirmed, else as the import brought it in. */
export const linkedContact = (
  db: TenantDb,
  noun: string,
  recordid: string,
  tenantid: string,
): string | undefined =>
  contact.get(db, { noun, recordid, tenantid })?.contactid ??
  importedAs.get(db, { noun, recordid })?.key.slice('xero:'.length)

export const linkContact = (db: TenantDb, row: typeof xero_contacts.$inferInsert) =>
  db
    .insert(xero_contacts)
    .values(row)
    .onConflictDoUpdate({
      target: [xero_contacts.noun, xero_contacts.recordid, xero_contacts.tenantid],
      set: row,
    })
    .run()

export function replaceXeroNames(db: TenantDb, rows: readonly (typeof xero_names.$inferInsert)[]) {
  db.delete(xero_names).run()
  if (rows.length > 0)
    db.insert(xero_names)
      .values([...rows])
      .onConflictDoNothing()
      .run()
}

const names = statement((q) =>
  q.select().from(xero_names).orderBy(asc(xero_names.kind), asc(xero_names.code)),
)
export type XeroName = RowOf<typeof names>
export const listXeroNames = (db: TenantDb): XeroName[] => names.all(db)

const codes = statement((q) =>
  q
    .select({
      id: accountcodes.id,
      code: accountcodes.code,
      description: accountcodes.description,
      type: accountcodes.type,
    })
    .from(accountcodes)
    .where(eq(accountcodes.archived, false))
    .orderBy(asc(accountcodes.type), asc(accountcodes.code)),
)

/** Account codes in use, for the mapping. */
export const listMappedCodes = (db: TenantDb) => codes.all(db)
