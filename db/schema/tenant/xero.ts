import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { centsColumn, flagColumn, percentColumn, textColumn } from '#db/columns.ts'

/** In the order in which they go; a payment and an allocation go after the documents that they join. */
export const xeroKinds = [
  ...(['invoice', 'bill', 'creditnote', 'billcredit'] as const),
  ...(['payment', 'allocation', 'billpayment', 'billallocation'] as const),
] as const
export type XeroKind = (typeof xeroKinds)[number]

/** `diverged`: there it is no longer what it was sent as; `withdrawn`: it was taken back here, and there. */
export const xeroStates = ['waiting', 'sent', 'refused', 'diverged', 'withdrawn'] as const
export type XeroEntryState = (typeof xeroStates)[number]

/** One row for each thing that goes to one organisation of Xero, whatever is asked of it later. */
export const xero_outbox = sqliteTable(
  'xero_outbox',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<XeroKind>().notNull(),
    /** The document, or the payment. */
    recordid: text('recordid').notNull(),
    /** What a payment or a credit note is put to; empty of a document. */
    invoiceid: textColumn('invoiceid'),
    tenantid: text('tenantid').notNull(),
    state: text('state').$type<XeroEntryState>().notNull(),
    /** Its id and number at Xero, once it is there. */
    xeroid: textColumn('xeroid'),
    xeronumber: textColumn('xeronumber'),
    /** What of it stands there; without an id there, what was asked for and never answered. */
    sentcents: centsColumn('sentcents')
      .notNull()
      .default(0 as never),
    /** Part of the Idempotency-Key: the next one asks for something else. */
    revision: integer('revision').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    nextutc: text('nextutc').notNull(),
    code: textColumn('code'),
    /** Why it waits, was refused or has diverged. */
    reason: textColumn('reason'),
    createdutc: text('createdutc').notNull(),
    changedutc: text('changedutc').notNull(),
  },
  (t) => [
    uniqueIndex('xero_outbox_record').on(t.recordid, t.kind, t.invoiceid, t.tenantid),
    index('xero_outbox_due').on(t.nextutc).where(sql`state = 'waiting'`),
    index('xero_outbox_listed').on(t.tenantid, t.state, t.changedutc),
    index('xero_outbox_newest').on(t.tenantid, t.changedutc),
    index('xero_outbox_invoice').on(t.invoiceid).where(sql`invoiceid <> ''`),
    index('xero_outbox_held')
      .on(t.tenantid, t.state)
      .where(sql`state IN ('waiting', 'refused') AND (xeroid <> '' OR kind = 'allocation')`),
    index('xero_outbox_xeroid').on(t.xeroid).where(sql`xeroid <> ''`),
  ],
)

/** Which contact of Xero a client or a supplier is, as a person confirmed or as it was made there. */
export const xero_contacts = sqliteTable(
  'xero_contacts',
  {
    noun: text('noun').$type<'clients' | 'suppliers'>().notNull(),
    recordid: text('recordid').notNull(),
    tenantid: text('tenantid').notNull(),
    contactid: text('contactid').notNull(),
    contactname: textColumn('contactname'),
    confirmedby: textColumn('confirmedby'),
    confirmedutc: text('confirmedutc').notNull(),
  },
  (t) => [primaryKey({ columns: [t.noun, t.recordid, t.tenantid] })],
)

/** Accounts and tax rates of the organisation, for the mapping; fetched anew as a whole. */
export const xero_names = sqliteTable(
  'xero_names',
  {
    kind: text('kind').$type<'account' | 'taxrate'>().notNull(),
    /** An account without a code goes by its id. */
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** REVENUE, EXPENSE, ASSET …; of a tax rate `sales`, `purchases` or both. */
    sort: textColumn('sort'),
    rate: percentColumn('rate')
      .notNull()
      .default(0 as never),
    /** Payments may be booked to it. */
    payable: flagColumn('payable'),
    xeroid: textColumn('xeroid'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.code] })],
)
