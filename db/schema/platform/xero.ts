import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'
import { accounts } from './platform.ts'

/** Not in the account's own file: a copy of that must not use the tokens a second time. */
export const xero_connections = sqliteTable('xero_connections', {
  accountid: text('accountid')
    .primaryKey()
    .references(() => accounts.id),
  /** Encrypted. */
  tokens: text('tokens').notNull(),
  accessuntilutc: text('accessuntilutc').notNull(),
  /** Xero's own id of what lets us into the organisation; empty until one is chosen. */
  connectionid: textColumn('connectionid'),
  tenantid: textColumn('tenantid'),
  /** Stays where somebody who may not open it connected anew: documents wait for it until one is chosen. */
  tenantname: textColumn('tenantname'),
  tenanttype: textColumn('tenanttype'),
  /** Why it must be connected anew; empty while it works. */
  failure: textColumn('failure'),
  connectedby: textColumn('connectedby'),
  connectedutc: text('connectedutc').notNull(),
  /** Since when Xero was not asked what was changed there. */
  checkedutc: text('checkedutc'),
})

/** Of who came from Xero and is to make an account. */
export const xero_signups = sqliteTable(
  'xero_signups',
  {
    /** The hash of what the browser keeps. */
    id: text('id').primaryKey(),
    tokens: text('tokens').notNull(),
    accessuntilutc: text('accessuntilutc').notNull(),
    firstname: textColumn('firstname'),
    lastname: textColumn('lastname'),
    email: textColumn('email'),
    untilutc: text('untilutc').notNull(),
  },
  (t) => [index('xero_signups_until').on(t.untilutc)],
)
