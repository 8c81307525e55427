import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { centsColumn, record, ref, textColumn } from '#db/columns.ts'
import { clients, organisations } from './catalogue.ts'
import { jobs } from './jobs.ts'
import { users } from './tenant.ts'

export const invoices = sqliteTable(
  'invoices',
  {
    ...record(),
    /** `invoice` or `creditnote`. */
    kind: text('kind').notNull().default('invoice'),
    /** `draft`, `issued` or `credited`; only an issued document has a number. */
    state: text('state').notNull().default('draft'),
    organisation: text('organisation')
      .notNull()
      .references(() => organisations.id),
    client: ref('client', () => clients.id),
    jobid: ref('jobid', () => jobs.id),
    number: text('number'),
    series: integer('series'),
    date: text('date'),
    issuedutc: text('issuedutc'),
    /** When the one original was handed out; every print after it is a copy (VAT Act s20(1)). */
    originalutc: text('originalutc'),
    reference: textColumn('reference'),
    credits: ref('credits', (): AnySQLiteColumn => invoices.id),
    reason: text('reason'),
    netcents: centsColumn('netcents')
      .notNull()
      .default(0 as never),
    vatcents: centsColumn('vatcents')
      .notNull()
      .default(0 as never),
    totalcents: centsColumn('totalcents')
      .notNull()
      .default(0 as never),
    snapshot: text('snapshot'),
    duedate: text('duedate'),
    preparedby: text('preparedby'),
    reviewedby: text('reviewedby'),
    /** The total that was reviewed. */
    reviewedcents: centsColumn('reviewedcents'),
    /** What was received, kept by triggers. */
    paidcents: centsColumn('paidcents')
      .notNull()
      .default(0 as never),
    /** The mail in the outbox that is still to carry the original. */
    originalmailid: text('originalmailid'),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.organisation, t.kind, t.series),
    index('invoices_job').on(t.jobid),
    index('invoices_client').on(t.client, t.date),
    index('invoices_date').on(t.state, t.date),
    index('invoices_listed').on(
      sql`${t.state} <> 'draft'`,
      sql`day DESC`,
      sql`coalesce(${t.issuedutc}, ${t.createdutc}) DESC`,
      sql`${t.id} DESC`,
    ),
    index('invoices_standing').on(
      sql`standing`,
      sql`day DESC`,
      sql`coalesce(${t.issuedutc}, ${t.createdutc}) DESC`,
      sql`${t.id} DESC`,
    ),
    index('invoices_original_mail').on(t.originalmailid).where(sql`originalmailid IS NOT NULL`),
    index('invoices_drafts').on(t.jobid).where(sql`state = 'draft'`),
    index('invoices_unpaid')
      .on(t.state, t.duedate, t.jobid, t.totalcents, t.paidcents)
      .where(sql`kind = 'invoice' AND state = 'issued' AND paidcents < totalcents`),
  ],
)

/** Of a board's invoices of a month that stand alike. Kept by triggers; `joblane check` compares. */
export const invoice_figures = sqliteTable(
  'invoice_figures',
  {
    boardid: text('boardid').notNull(),
    standing: text('standing').notNull(),
    month: text('month').notNull(),
    documents: integer('documents').notNull(),
    totalcents: centsColumn('totalcents').notNull(),
    paidcents: centsColumn('paidcents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.boardid, t.standing, t.month] })],
)

export const invoice_pdfs = sqliteTable('invoice_pdfs', {
  invoiceid: text('invoiceid')
    .primaryKey()
    .references(() => invoices.id),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  sha256: text('sha256').notNull(),
})

export const invoice_payments = sqliteTable(
  'invoice_payments',
  {
    id: text('id').primaryKey(),
    invoiceid: text('invoiceid')
      .notNull()
      .references(() => invoices.id),
    date: text('date').notNull(),
    amountcents: centsColumn('amountcents').notNull(),
    reference: textColumn('reference'),
    userid: ref('userid', () => users.id),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [
    index('invoice_payments_invoice').on(t.invoiceid),
    index('invoice_payments_date').on(t.date, t.id, t.invoiceid, t.amountcents),
  ],
)

/** What was received for a board's jobs in a month. Kept by triggers; `joblane check` compares. */
export const payment_figures = sqliteTable(
  'payment_figures',
  {
    boardid: text('boardid').notNull(),
    month: text('month').notNull(),
    payments: integer('payments').notNull(),
    amountcents: centsColumn('amountcents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.boardid, t.month] })],
)
