import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { centsColumn, flagColumn, record, textColumn } from '#db/columns.ts'
import { accounts } from './platform.ts'

const account = () =>
  text('accountid')
    .notNull()
    .references(() => accounts.id)

/** Codes that start with SUB are on offer (spec 1, section 3). */
export const corefees = sqliteTable(
  'corefees',
  {
    ...record(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    description: textColumn('description'),
    amount: centsColumn('amount').notNull(),
    /** The plan size, 1 to 3, that it is or belongs to. */
    size: integer('size').notNull(),
    addon: flagColumn('addon'),
    /** What `quantity` counts: `seats`, or `service` for what opens none. */
    class: text('class').notNull().default('seats'),
    quantity: integer('quantity').notNull().default(0),
    /** A plan: an account has exactly one. */
    primary: flagColumn('primary'),
  },
  (t) => [uniqueIndex('corefees_code').on(t.code)],
)

/** What an account chose, and what its latest payment paid for: they differ while a change waits to be paid. */
export const accountfees = sqliteTable(
  'accountfees',
  {
    id: text('id').primaryKey(),
    accountid: account(),
    corefeeid: text('corefeeid')
      .notNull()
      .references(() => corefees.id),
    quantity: integer('quantity').notNull().default(0),
    paid: integer('paid').notNull().default(0),
    updatedutc: text('updatedutc').notNull(),
  },
  (t) => [uniqueIndex('accountfees_pair').on(t.accountid, t.corefeeid)],
)

export const paymentorders = sqliteTable(
  'paymentorders',
  {
    id: text('id').primaryKey(),
    accountid: account(),
    userid: text('userid'),
    amount: centsColumn('amount').notNull(),
    size: integer('size').notNull(),
    seats: integer('seats').notNull(),
    /** JSON `[{"id","name","quantity","amount"}]`: core fee, and cents for one. */
    fees: text('fees').notNull(),
    createdutc: text('createdutc').notNull(),
    paidutc: text('paidutc'),
  },
  (t) => [index('paymentorders_account').on(t.accountid, t.createdutc)],
)

/** A recurring card payment at the provider, by the provider's token. */
export const cardsubscriptions = sqliteTable(
  'cardsubscriptions',
  {
    token: text('token').primaryKey(),
    accountid: account(),
    orderid: text('orderid')
      .notNull()
      .references(() => paymentorders.id),
    /** What they will pay for once one of that amount has come. */
    nextorderid: text('nextorderid').references(() => paymentorders.id),
    /** `active` or `cancelled`. */
    status: text('status').notNull().default('active'),
    /** Day of the month on which paid months end. */
    anchorday: integer('anchorday').notNull(),
    createdutc: text('createdutc').notNull(),
    endedutc: text('endedutc'),
    /** `amount` or `cancel`; empty: nothing. */
    tell: textColumn('tell'),
    attempts: integer('attempts').notNull().default(0),
    nextutc: text('nextutc'),
    error: textColumn('error'),
  },
  (t) => [
    index('cardsubscriptions_account').on(t.accountid, t.status),
    index('cardsubscriptions_tell').on(t.tell, t.nextutc),
  ],
)

export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    reference: text('reference').notNull(),
    accountid: account(),
    orderid: text('orderid')
      .notNull()
      .references(() => paymentorders.id),
    token: text('token'),
    amount: centsColumn('amount').notNull(),
    receivedutc: text('receivedutc').notNull(),
    /** Until when the account was paid before it, and since. Null: it does not expire. */
    renewedfrom: text('renewedfrom'),
    renewed: text('renewed'),
    monthfrom: text('monthfrom'),
    /** What of the account's time stands on it now; null: nothing, or a later payment carried it over. */
    timefrom: text('timefrom'),
    timeuntil: text('timeuntil'),
    /** Paid days that it carried over to another plan, and what they became; null: none were. */
    dayswere: integer('dayswere'),
    daysbecame: integer('daysbecame'),
    /** Of its receipt, in one series with credit notes. */
    number: integer('number'),
    /** JSON: who received it and who paid, as they were then. */
    parties: textColumn('parties'),
    vat: centsColumn('vat'),
    reversedutc: text('reversedutc'),
    reversedby: text('reversedby'),
    reason: textColumn('reason'),
    creditnumber: integer('creditnumber'),
    /** Until when the account was paid before the refund, and since. */
    endwas: text('endwas'),
    endis: text('endis'),
  },
  (t) => [
    uniqueIndex('payments_reference').on(t.reference),
    uniqueIndex('payments_number').on(t.number),
    uniqueIndex('payments_creditnumber').on(t.creditnumber),
    index('payments_account').on(t.accountid, t.receivedutc),
  ],
)

export const paymentnotifications = sqliteTable(
  'paymentnotifications',
  {
    id: text('id').primaryKey(),
    receivedutc: text('receivedutc').notNull(),
    address: textColumn('address'),
    reference: textColumn('reference'),
    orderid: textColumn('orderid'),
    accountid: text('accountid'),
    status: textColumn('status'),
    /** `waiting` for the provider's word, `paid`, `replayed`, `cancelled`, `recorded` or `refused`. */
    state: text('state').notNull(),
    reason: textColumn('reason'),
    /** As it was sent; empty for what was refused before it was known to be the provider's. */
    body: textColumn('body'),
    attempts: integer('attempts').notNull().default(0),
    nextutc: text('nextutc'),
  },
  (t) => [
    index('paymentnotifications_state').on(t.state, t.nextutc),
    index('paymentnotifications_account').on(t.accountid, t.receivedutc),
  ],
)
