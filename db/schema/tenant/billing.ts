import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ref, textColumn } from '#db/columns.ts'
import { users } from './tenant.ts'

/** Many drafts that are made, or many invoices that are issued, one after another. */
export const invoice_batches = sqliteTable(
  'invoice_batches',
  {
    id: text('id').primaryKey(),
    /** `draft` or `issue`. */
    kind: text('kind').notNull(),
    userid: ref('userid', () => users.id),
    createdutc: text('createdutc').notNull(),
    undoneutc: text('undoneutc'),
  },
  (t) => [index('invoice_batches_made').on(t.userid, t.createdutc)],
)

/** A row is done in the transaction that makes its draft or issues its invoice. */
export const invoice_batch_rows = sqliteTable(
  'invoice_batch_rows',
  {
    batchid: text('batchid')
      .notNull()
      .references(() => invoice_batches.id),
    position: integer('position').notNull(),
    /** Reference of the job. */
    name: textColumn('name'),
    /** No reference: a draft may be deleted. */
    jobid: text('jobid'),
    invoiceid: text('invoiceid'),
    /** `waiting`, `done` or `refused`; where it is taken back `undo`, then `undone` or `kept`. */
    state: text('state').notNull().default('waiting'),
    /** The number, or why not. */
    message: textColumn('message'),
  },
  (t) => [
    primaryKey({ columns: [t.batchid, t.position] }),
    index('invoice_batch_rows_open').on(t.batchid, t.position).where(sql`state IN ('waiting', 'undo')`),
  ],
)
