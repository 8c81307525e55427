import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { centsColumn, ref, textColumn } from '#db/columns.ts'
import { client_payments } from './invoices.ts'
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

/** An account at a bank, with the columns of its CSV files. */
export const bank_accounts = sqliteTable(
  'bank_accounts',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** JSON; empty until a CSV file was read. */
    columns: textColumn('columns'),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [uniqueIndex('bank_accounts_name').on(t.name)],
)

/** Money that came in by a statement. Nothing is booked before a person says so. */
export const bank_lines = sqliteTable(
  'bank_lines',
  {
    id: text('id').primaryKey(),
    bankid: text('bankid')
      .notNull()
      .references(() => bank_accounts.id),
    /** The same line of another file has the same key. */
    key: text('key').notNull(),
    date: text('date').notNull(),
    amountcents: centsColumn('amountcents').notNull(),
    description: textColumn('description'),
    reference: textColumn('reference'),
    /** `open` or `ignored`; booked while its payment stands. */
    state: text('state').notNull().default('open'),
    paymentid: ref('paymentid', () => client_payments.id),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [
    uniqueIndex('bank_lines_key').on(t.bankid, t.key),
    index('bank_lines_date').on(t.date),
    index('bank_lines_payment').on(t.paymentid),
  ],
)

/** What of a payment that went back is of which payment's credit; below zero where that was reversed. Rows are only added. */
export const credit_refunds = sqliteTable(
  'credit_refunds',
  {
    id: text('id').primaryKey(),
    refundid: text('refundid')
      .notNull()
      .references(() => client_payments.id),
    paymentid: text('paymentid')
      .notNull()
      .references(() => client_payments.id),
    date: text('date').notNull(),
    amountcents: centsColumn('amountcents').notNull(),
    userid: ref('userid', () => users.id),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [
    index('credit_refunds_refund').on(t.refundid),
    index('credit_refunds_payment').on(t.paymentid),
    index('credit_refunds_date').on(t.date, t.paymentid),
  ],
)
