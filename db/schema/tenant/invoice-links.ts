import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flagColumn, textColumn } from '#db/columns.ts'
import { clients } from './catalogue.ts'
import { invoices } from './invoices.ts'

/** A link by which a client reads an issued invoice without signing in (decision F13). */
export const invoice_links = sqliteTable(
  'invoice_links',
  {
    id: text('id').primaryKey(),
    invoiceid: text('invoiceid')
      .notNull()
      .references(() => invoices.id),
    codehash: text('codehash').notNull(),
    /** The address that it was mailed to. */
    sentto: textColumn('sentto'),
    /** The one original was handed out by it: it gives those bytes again, every other a copy. */
    original: flagColumn('original'),
    createdby: text('createdby').notNull(),
    createdutc: text('createdutc').notNull(),
    expiresutc: text('expiresutc').notNull(),
    openedutc: text('openedutc'),
    endedutc: text('endedutc'),
    ended: text('ended').$type<'withdrawn' | 'replaced'>(),
  },
  (t) => [
    uniqueIndex('invoice_links_code').on(t.codehash),
    index('invoice_links_invoice').on(t.invoiceid, t.id),
    uniqueIndex('invoice_links_live').on(t.invoiceid).where(sql`endedutc IS NULL`),
  ],
)

/** A link by which a client reads what they owe at that moment, without signing in. */
export const statement_links = sqliteTable(
  'statement_links',
  {
    id: text('id').primaryKey(),
    client: text('client')
      .notNull()
      .references(() => clients.id),
    codehash: text('codehash').notNull(),
    /** The address that it was mailed to. */
    sentto: textColumn('sentto'),
    createdby: text('createdby').notNull(),
    createdutc: text('createdutc').notNull(),
    expiresutc: text('expiresutc').notNull(),
    openedutc: text('openedutc'),
    endedutc: text('endedutc'),
    ended: text('ended').$type<'withdrawn' | 'replaced'>(),
  },
  (t) => [
    uniqueIndex('statement_links_code').on(t.codehash),
    index('statement_links_client').on(t.client, t.id),
    uniqueIndex('statement_links_live').on(t.client).where(sql`endedutc IS NULL`),
  ],
)
