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

export type DepositOutcome = 'applied' | 'refunded' | 'forfeited' | 'credited' | 'withdrawn'

export const invoices = sqliteTable(
  'invoices',
  {
    ...record(),
    /** `invoice`, `creditnote` or `deposit`. */
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
    /** Of a credit note why, of a deposit request what became of it last. */
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
    /** The mail in the outbox that is still to carry it: its original, or a deposit request. */
    originalmailid: text('originalmailid'),
    /** What a draft charges of its job, as JSON; null: all that is left. */
    part: text('part'),
    /** What credit notes took back; of a deposit request, what was applied or forfeited. */
    settledcents: centsColumn('settledcents')
      .notNull()
      .default(0 as never),
    /** When its client got it first: by mail, by a link, on paper, or as somebody said. */
    sentutc: text('sentutc'),
    /** Issued, it charged all of its job that could be charged then, and is not to be invoiced again. */
    chargesrest: integer('chargesrest', { mode: 'boolean' }).notNull().default(false),
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
      .on(t.state, t.duedate, t.jobid, t.totalcents, t.paidcents, t.settledcents)
      .where(sql`kind = 'invoice' AND state = 'issued' AND paidcents < totalcents - settledcents`),
    index('invoices_total').on(t.totalcents).where(sql`state <> 'draft'`),
    index('invoices_owed')
      .on(t.client, t.date, t.series)
      .where(sql`kind = 'invoice' AND state = 'issued' AND paidcents < totalcents - settledcents`),
    index('invoices_of_days').on(t.organisation, t.date).where(sql`state <> 'draft'`),
    index('invoices_credits').on(t.credits).where(sql`credits IS NOT NULL`),
    index('invoices_deposits').on(t.jobid).where(sql`kind = 'deposit'`),
    index('invoices_deposits_asked')
      .on(t.jobid, t.client)
      .where(sql`kind = 'deposit' AND paidcents < totalcents - settledcents`),
    index('invoices_deposits_held')
      .on(t.kind, t.client, t.paidcents)
      .where(sql`kind = 'deposit' AND paidcents > 0`),
  ],
)

/** Of a board's invoices of a month that stand alike; paid is what is owed no more. Kept by triggers; `joblane check` compares. */
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

/** Money that was received; what of it is put to no invoice is credit of the client. */
export const client_payments = sqliteTable(
  'client_payments',
  {
    id: text('id').primaryKey(),
    client: ref('client', () => clients.id),
    date: text('date').notNull(),
    /** `transfer`, `cash`, `card` or `other`. */
    method: text('method').notNull().default('transfer'),
    amountcents: centsColumn('amountcents').notNull(),
    /** What of it is put to invoices or went back, kept by a trigger. */
    allocatedcents: centsColumn('allocatedcents')
      .notNull()
      .default(0 as never),
    reference: textColumn('reference'),
    /** The day on which it was reversed, for the reason. */
    reverseddate: text('reverseddate'),
    reason: textColumn('reason'),
    userid: ref('userid', () => users.id),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [
    index('client_payments_client').on(t.client, t.date),
    index('client_payments_date').on(t.date, t.id),
    index('client_payments_reversed').on(t.reverseddate, t.id).where(sql`reverseddate IS NOT NULL`),
    index('client_payments_credit')
      .on(t.date, t.client, t.amountcents, t.allocatedcents)
      .where(sql`reverseddate IS NULL AND amountcents - allocatedcents > 0`),
  ],
)

/** What of a payment is put to an invoice; below zero where that was taken away again. Rows are only added. */
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
    paymentid: ref('paymentid', () => client_payments.id),
    /** What was left off an amount in cash. */
    roundingcents: centsColumn('roundingcents')
      .notNull()
      .default(0 as never),
  },
  (t) => [
    index('invoice_payments_payment').on(t.paymentid),
    index('invoice_payments_invoice').on(t.invoiceid),
    index('invoice_payments_date').on(t.date, t.id, t.invoiceid, t.amountcents),
  ],
)

/** What became of a deposit, or of what it asked for; below zero where that was taken back. Rows are only added. */
export const deposit_outcomes = sqliteTable(
  'deposit_outcomes',
  {
    id: text('id').primaryKey(),
    depositid: text('depositid')
      .notNull()
      .references(() => invoices.id),
    kind: text('kind').$type<DepositOutcome>().notNull(),
    amountcents: centsColumn('amountcents').notNull(),
    date: text('date').notNull(),
    /** What it was taken off, or what was issued for what is kept. */
    invoiceid: ref('invoiceid', () => invoices.id),
    /** The money that went back. */
    paymentid: ref('paymentid', () => client_payments.id),
    reason: textColumn('reason'),
    userid: ref('userid', () => users.id),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [
    index('deposit_outcomes_deposit').on(t.depositid),
    index('deposit_outcomes_invoice').on(t.invoiceid).where(sql`invoiceid IS NOT NULL`),
    index('deposit_outcomes_payment').on(t.paymentid).where(sql`paymentid IS NOT NULL`),
  ],
)

/** What came in on a day, less what went back or was reversed. Kept by triggers; `joblane check` compares. */
export const payment_figures = sqliteTable('payment_figures', {
  day: text('day').primaryKey(),
  payments: integer('payments').notNull(),
  amountcents: centsColumn('amountcents').notNull(),
})

/** An overdue invoice that a person's mail asked for once more; of several, a row each. */
export const payment_reminders = sqliteTable(
  'payment_reminders',
  {
    id: text('id').primaryKey(),
    invoiceid: text('invoiceid')
      .notNull()
      .references(() => invoices.id),
    client: ref('client', () => clients.id),
    /** In the outbox. */
    mailid: text('mailid').notNull(),
    recipient: text('recipient').notNull(),
    date: text('date').notNull(),
    /** When a server took the mail. */
    sentutc: text('sentutc'),
    /** Why it was given up. */
    failure: textColumn('failure'),
    userid: ref('userid', () => users.id),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [
    index('payment_reminders_invoice').on(t.invoiceid, t.createdutc),
    index('payment_reminders_client').on(t.client, t.createdutc),
    index('payment_reminders_mail').on(t.mailid),
  ],
)
