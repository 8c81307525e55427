import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flagColumn } from '#db/columns.ts'
import { accounts, platformUsers } from './platform.ts'

export const joinrequests = sqliteTable(
  'joinrequests',
  {
    id: text('id').primaryKey(),
    userid: text('userid')
      .notNull()
      .references(() => platformUsers.id),
    accountid: text('accountid')
      .notNull()
      .references(() => accounts.id),
    state: text('state').$type<'waiting' | 'accepted' | 'refused'>().notNull().default('waiting'),
    createdutc: text('createdutc').notNull(),
    decidedutc: text('decidedutc'),
    decidedby: text('decidedby'),
  },
  (t) => [
    uniqueIndex('joinrequests_pair').on(t.userid, t.accountid),
    index('joinrequests_account').on(t.accountid, t.state),
  ],
)

export const accountnotes = sqliteTable(
  'accountnotes',
  {
    id: text('id').primaryKey(),
    version: integer('version').notNull().default(1),
    accountid: text('accountid')
      .notNull()
      .references(() => accounts.id),
    userid: text('userid'),
    note: text('note').notNull(),
    added: text('added').notNull(),
    hidden: flagColumn('hidden'),
  },
  (t) => [index('accountnotes_account').on(t.accountid, t.hidden, t.id)],
)

/** By what codes of clients' links name an account. A row comes with each account; null until the program fills it in. */
export const linktags = sqliteTable(
  'linktags',
  {
    accountid: text('accountid')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tag: text('tag'),
  },
  (t) => [index('linktags_tag').on(t.tag)],
)

export const accountusage = sqliteTable('accountusage', {
  accountid: text('accountid')
    .primaryKey()
    .references(() => accounts.id),
  dbbytes: integer('dbbytes').notNull().default(0),
  filebytes: integer('filebytes').notNull().default(0),
  files: integer('files').notNull().default(0),
  measuredutc: text('measuredutc').notNull(),
})

/** Which notice of which expiry has been given: `days` before it, 0 on the day. A renewal begins anew. */
export const expirynotices = sqliteTable(
  'expirynotices',
  {
    accountid: text('accountid')
      .notNull()
      .references(() => accounts.id),
    utcexpires: text('utcexpires').notNull(),
    days: integer('days').notNull(),
    sentutc: text('sentutc').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountid, t.utcexpires, t.days] })],
)

export const backupStates = ['sound', 'faulty', 'failed'] as const

/** Automatic backups. One that failed has no name, since there is no folder of it. */
export const backups = sqliteTable(
  'backups',
  {
    id: text('id').primaryKey(),
    accountid: text('accountid')
      .notNull()
      .references(() => accounts.id),
    madeutc: text('madeutc').notNull(),
    state: text('state', { enum: backupStates }).notNull(),
    name: text('name'),
    bytes: integer('bytes').notNull().default(0),
    files: integer('files').notNull().default(0),
    /** The account's change number that it holds. */
    seq: integer('seq').notNull().default(0),
    detail: text('detail').notNull().default(''),
  },
  (t) => [index('backups_account').on(t.accountid, t.madeutc)],
)

/** When each account is backed up next, and when it was last looked at. */
export const backup_schedule = sqliteTable(
  'backup_schedule',
  {
    accountid: text('accountid')
      .primaryKey()
      .references(() => accounts.id),
    dueutc: text('dueutc').notNull(),
    checkedutc: text('checkedutc'),
    /** Of the day, for which it was planned; null: of a program that kept none. */
    hour: integer('hour'),
  },
  (t) => [index('backup_schedule_due').on(t.dueutc)],
)
