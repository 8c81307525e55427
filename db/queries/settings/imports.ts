import { and, count, desc, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { accountcodes, import_mappings, import_parts, imports, inventory } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export type StoredImport = typeof imports.$inferSelect

const importTotal = statement((q) => q.select({ n: count() }).from(imports).where(isWhole))

/** What is still coming in, or is being taken back since it did not, is none yet. */
const isWhole = ne(imports.unfinished, 'import')

export const listImports = (db: TenantDb, { skip = 0, take = 50 } = {}) => ({
  rows: db
    .select()
    .from(imports)
    .where(isWhole)
    .orderBy(desc(imports.doneutc))
    .limit(take)
    .offset(skip)
    .all(),
  total: importTotal.get(db)?.n ?? 0,
})

export const importById = (db: TenantDb, id: string): StoredImport | undefined =>
  db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), isWhole))
    .get()

/** Also one that is unfinished. */
export const findImport = (db: TenantDb, id: string): StoredImport | undefined =>
  db.select().from(imports).where(eq(imports.id, id)).get()

export const findUnfinished = (db: TenantDb): StoredImport[] => unfinished.all(db)

const unfinished = statement((q) => q.select().from(imports).where(sql`${imports.unfinished} <> ''`))

export const beginImport = (db: TenantDb, row: typeof imports.$inferInsert) =>
  db
    .insert(imports)
    .values({ ...row, unfinished: 'import' })
    .run()

type Counts = Pick<StoredImport, 'added' | 'changed' | 'there'>

export const finishImport = (db: TenantDb, id: string, counts: Counts) =>
  db
    .update(imports)
    .set({ ...counts, unfinished: '' })
    .where(eq(imports.id, id))
    .run()

export const markUndoing = (db: TenantDb, id: string) =>
  db
    .update(imports)
    .set({ unfinished: 'undo' })
    .where(and(eq(imports.id, id), isWhole))
    .run()

export const markUndone = (db: TenantDb, id: string, undoneutc: string, undoneby: string) =>
  db.update(imports).set({ undoneutc, undoneby, unfinished: '' }).where(eq(imports.id, id)).run()

export function forgetImport(db: TenantDb, id: string) {
  db.delete(import_parts).where(eq(import_parts.importid, id)).run()
  db.delete(imports).where(eq(imports.id, id)).run()
}

export const storeImportPart = (db: TenantDb, importid: string, part: number, entries: string) =>
  prepared(db, 'INSERT OR REPLACE INTO import_parts (importid, part, entries) VALUES (?, ?, ?)').run([
    importid,
    part,
    entries,
  ])

export const importParts = (db: TenantDb, importid: string) =>
  db
    .select({ part: import_parts.part, entries: import_parts.entries })
    .from(import_parts)
    .where(eq(import_parts.importid, importid))
    .orderBy(import_parts.part)
    .all()

export const restoredSince = (db: TenantDb, { noun, doneutc }: Pick<StoredImport, 'noun' | 'doneutc'>) =>
  restored.all(db, { noun, doneutc })

const restored = statement((q, p: Params<{ noun: string; doneutc: string }>) =>
  q
    .select({
      id: sql<string>`e.value ->> 'id'`,
      version: sql<number>`e.value ->> 'version'`,
      restored: sql<number>`e.value ->> 'restored'`,
    })
    .from(imports)
    .innerJoin(import_parts, eq(import_parts.importid, imports.id))
    .innerJoin(sql`json_each(${import_parts.entries}) AS e`, sql`true`)
    .where(
      and(
        eq(imports.noun, p.noun),
        gte(imports.doneutc, p.doneutc),
        isNotNull(imports.undoneutc),
        sql`e.value ->> 'restored' IS NOT NULL`,
      ),
    ),
)

const isAdded = (p: {
  importid: unknown
}) => sql`SELECT e.value ->> 'id' FROM ${import_parts} AS part, json_each(part.entries) AS e
  WHERE part.importid = ${p.importid} AND e.value -> 'before' IS NULL`

const addedItems = statement((q, p: Params<{ importid: string }>) =>
  q
    .select({
      id: inventory.id,
      name: inventory.materialname,
      code: inventory.code,
      barcode: inventory.barcode,
    })
    .from(inventory)
    .where(sql`${inventory.id} IN (${isAdded(p)})`)
    .orderBy(inventory.code),
)

const addedCodes = statement((q, p: Params<{ importid: string }>) =>
  q
    .select({ id: accountcodes.id, name: accountcodes.description, code: accountcodes.code })
    .from(accountcodes)
    .where(sql`${accountcodes.id} IN (${isAdded(p)})`)
    .orderBy(accountcodes.code),
)

/** Named as the dialog of a sync names them; an account code goes by its code, having no barcode. */
export const listAddedByImport = (db: TenantDb, importid: string, noun: 'inventory' | 'accountcodes') =>
  noun === 'inventory'
    ? addedItems.all(db, { importid }).map(({ code, name, ...one }) => ({ ...one, name: name || code }))
    : addedCodes.all(db, { importid }).map(({ code, ...one }) => ({ ...one, barcode: code }))

export const storeImportKeys = (db: TenantDb, importid: string, noun: string, keys: string) =>
  prepared(
    db,
    `INSERT INTO import_keys (noun, key, recordid, importid)
     SELECT ?1, value ->> 0, value ->> 1, ?2 FROM json_each(?3) WHERE true
     ON CONFLICT (noun, key) DO UPDATE SET recordid = excluded.recordid, importid = excluded.importid`,
  ).run([noun, importid, keys])

/** False when none is left. */
export const deleteSomeImportKeys = (db: TenantDb, importid: string, most: number): boolean =>
  prepared(
    db,
    'DELETE FROM import_keys WHERE rowid IN (SELECT rowid FROM import_keys WHERE importid = ? LIMIT ?)',
  ).run([importid, most]).changes > 0

export const readLastChoices = (db: TenantDb, noun: string): string | undefined =>
  db.select().from(import_mappings).where(eq(import_mappings.noun, noun)).get()?.mapping

export const storeImportChoices = (db: TenantDb, noun: string, mapping: string) =>
  db
    .insert(import_mappings)
    .values({ noun, mapping })
    .onConflictDoUpdate({ target: import_mappings.noun, set: { mapping } })
    .run()
