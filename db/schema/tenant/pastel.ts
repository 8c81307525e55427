import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { centsColumn, textColumn } from '#db/columns.ts'
import { organisations } from './catalogue.ts'
import { invoices } from './invoices.ts'

/** A file for Pastel: `kind` is `invoice` or `creditnote`, the days are those that were asked for. */
export const pastel_exports = sqliteTable('pastel_exports', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<'invoice' | 'creditnote'>().notNull(),
  organisation: text('organisation')
    .notNull()
    .references(() => organisations.id, { onDelete: 'restrict' }),
  start: text('start').notNull(),
  end: text('end').notNull(),
  documents: integer('documents').notNull(),
  totalcents: centsColumn('totalcents').notNull(),
  createdby: text('createdby').notNull(),
  createdutc: text('createdutc').notNull(),
  /** What was done so that Pastel comes to the same cents. */
  note: textColumn('note'),
})

export const pastel_documents = sqliteTable(
  'pastel_documents',
  {
    exportid: text('exportid')
      .notNull()
      .references(() => pastel_exports.id),
    invoiceid: text('invoiceid')
      .notNull()
      .references(() => invoices.id),
  },
  (t) => [
    primaryKey({ columns: [t.exportid, t.invoiceid] }),
    index('pastel_documents_invoice').on(t.invoiceid),
  ],
)
