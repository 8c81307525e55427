import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'

/** Lists that were brought in, newest last. What each of them wrote stands in `import_parts`. */
export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    /** What it brought, such as `clients`. */
    noun: text('noun').notNull(),
    /** The name of the file that was chosen. */
    filename: textColumn('filename'),
    /** Rows of the file, and what became of them. */
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
  },
  (t) => [index('imports_done').on(t.doneutc)],
)

/** What an import wrote, a thousand records each, as JSON: enough to take it back. */
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

/** What a record is called in the lists it came from, so that a later list can refer to it by that. */
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
  (t) => [primaryKey({ columns: [t.noun, t.key] }), index('import_keys_import').on(t.importid)],
)

/** Which column filled which field the last time, as JSON: the next guess. */
export const import_mappings = sqliteTable('import_mappings', {
  noun: text('noun').primaryKey(),
  mapping: text('mapping').notNull(),
})
