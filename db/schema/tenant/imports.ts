import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'

export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    noun: text('noun').notNull(),
    filename: textColumn('filename'),
    rows: integer('rows').notNull().default(0),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    there: integer('there').notNull().default(0),
    /** The stock movements that it booked: `seq` above the first, up to the last. */
    ledgerfrom: integer('ledgerfrom').notNull().default(0),
    ledgerto: integer('ledgerto').notNull().default(0),
    userid: text('userid'),
    user: textColumn('user'),
    doneutc: text('doneutc').notNull(),
    undoneutc: text('undoneutc'),
    undoneby: textColumn('undoneby'),
    /** `import` or `undo`, while that is written in slices. */
    unfinished: textColumn('unfinished'),
    /** Rows that were left out for their problems. */
    refused: integer('refused').notNull().default(0),
  },
  (t) => [
    index('imports_done').on(t.doneutc),
    index('imports_unfinished').on(t.unfinished).where(sql`${t.unfinished} <> ''`),
  ],
)

export const import_parts = sqliteTable(
  'import_parts',
  {
    importid: text('importid')
      .notNull()
      .references(() => imports.id),
    part: integer('part').notNull(),
    entries: text('entries').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importid, t.part] })],
)

export const import_keys = sqliteTable(
  'import_keys',
  {
    noun: text('noun').notNull(),
    key: text('key').notNull(),
    recordid: text('recordid').notNull(),
    importid: text('importid')
      .notNull()
      .references(() => imports.id),
  },
  (t) => [
    primaryKey({ columns: [t.noun, t.key] }),
    index('import_keys_import').on(t.importid),
    index('import_keys_record').on(t.recordid),
  ],
)

export const import_mappings = sqliteTable('import_mappings', {
  noun: text('noun').primaryKey(),
  mapping: text('mapping').notNull(),
})
