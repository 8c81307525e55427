import { and, count, desc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import { import_mappings, import_parts, imports } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export type ImportDone = typeof imports.$inferSelect

const importTotal = statement((q) => q.select({ n: count() }).from(imports))

export const listImports = (db: TenantDb, { skip = 0, take = 50 } = {}) => ({
  rows: db.select().from(imports).orderBy(desc(imports.doneutc)).limit(take).offset(skip).all(),
  total: importTotal.get(db)?.n ?? 0,
})

export const importById = (db: TenantDb, id: string): ImportDone | undefined =>
  db.select().from(imports).where(eq(imports.id, id)).get()

export const addImport = (db: TenantDb, row: typeof imports.$inferInsert) =>
  db.insert(imports).values(row).run()

export const markUndone = (db: TenantDb, id: string, undoneutc: string, undoneby: string) =>
  db.update(imports).set({ undoneutc, undoneby }).where(eq(imports.id, id)).run()

export const storeImportPart = (db: TenantDb, importid: string, part: number, entries: string) =>
  prepared(db, 'INSERT OR REPLACE INTO import_parts (importid, part, entries) VALUES (?, ?, ?)').run([
    importid,
    part,
    entries,
  ])

export const importParts = (db: TenantDb, importid: string): string[] =>
  db
    .select({ entries: import_parts.entries })
    .from(import_parts)
    .where(eq(import_parts.importid, importid))
    .orderBy(import_parts.part)
    .all()
    .map(({ entries }) => entries)

export const restoredSince = (db: TenantDb, { noun, doneutc }: Pick<ImportDone, 'noun' | 'doneutc'>) =>
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

export const storeImportKeys = (db: TenantDb, importid: string, noun: string, keys: string) =>
  prepared(
    db,
    `INSERT INTO import_keys (noun, key, recordid, importid)
     SELECT ?1, value ->> 0, value ->> 1, ?2 FROM json_each(?3) WHERE true
     ON CONFLICT (noun, key) DO UPDATE SET recordid = excluded.recordid, importid = excluded.importid`,
  ).run([noun, importid, keys])

export const deleteImportKeys = (db: TenantDb, importid: string) =>
  prepared(db, 'DELETE FROM import_keys WHERE importid = ?').run([importid])

export const readLastChoices = (db: TenantDb, noun: string): string | undefined =>
  db.select().from(import_mappings).where(eq(import_mappings.noun, noun)).get()?.mapping

export const storeImportChoices = (db: TenantDb, noun: string, mapping: string) =>
  db
    .insert(import_mappings)
    .values({ noun, mapping })
    .onConflictDoUpdate({ target: import_mappings.noun, set: { mapping } })
    .run()
