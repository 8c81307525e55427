import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flagColumn, record, ref, textColumn } from '#db/columns.ts'
import { idempotencyTable, outboxColumns } from '../shared-tables.ts'

export const platformUsers = sqliteTable(
  'users',
  {
    ...record(),
    email: text('email').notNull(),
    firstname: textColumn('firstname'),
    lastname: textColumn('lastname'),
    phone: textColumn('phone'),
    passwordhash: text('passwordhash'),
    confirmedutc: text('confirmedutc'),
    /** Asked for by the person, and theirs once the link that was sent there has been used. */
    newemail: text('newemail'),
  },
  // E-mail addresses are stored lower-cased, so the plain unique index is case-insensitive.
  (t) => [uniqueIndex('users_email').on(t.email)],
)

export const accounts = sqliteTable(
  'accounts',
  {
    ...record(),
    name: text('name').notNull(),
    reference: textColumn('reference'),
    primaryemail: textColumn('primaryemail'),
    primaryphone: textColumn('primaryphone'),
    utcexpires: text('utcexpires'),
    subscribed: flagColumn('subscribed'),
    logofile: text('logofile'),
    size: integer('size').notNull().default(1),
    seatspaid: integer('seatspaid').notNull().default(5),
    /** Its people see only the Back office (decision B3). */
    platformowner: flagColumn('platformowner'),
    smtpserver: textColumn('smtpserver'),
    smtpport: integer('smtpport'),
    smtpusername: textColumn('smtpusername'),
    /** Sealed under the installation's key, and never sent back. */
    smtppassword: text('smtppassword'),
    logotype: textColumn('logotype'),
    /** The account that this one is a copy of, to read alone ('' is not known), and as of when. */
    copyof: text('copyof'),
    copiedutc: text('copiedutc'),
  },
  (t) => [index('accounts_expires').on(t.utcexpires)],
)

export const seats = sqliteTable(
  'seats',
  {
    ...record(),
    userid: text('userid')
      .notNull()
      .references(() => platformUsers.id),
    accountid: text('accountid')
      .notNull()
      .references(() => accounts.id),
    /** JSON array of role ids of that account. */
    roles: text('roles').notNull().default('[]'),
    /** False: a member of the account for whom no seat is paid, who sees the Unlicenced Account page. */
    licensed: integer('licensed', { mode: 'boolean' }).notNull().default(true),
    hide: flagColumn('hide'),
    seenutc: text('seenutc'),
    /** JSON of what the inviter typed. Until the person accepts, it is all that the account knows of them. */
    invited: text('invited'),
    invitedutc: text('invitedutc'),
  },
  (t) => [
    uniqueIndex('seats_pair').on(t.userid, t.accountid),
    index('seats_account').on(t.accountid),
    index('seats_counted').on(t.accountid, t.archived, t.licensed),
  ],
)

/** Tokens are stored as SHA-256 only. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userid: text('userid')
      .notNull()
      .references(() => platformUsers.id),
    accountid: ref('accountid', () => accounts.id),
    cookiehash: text('cookiehash'),
    renewhash: text('renewhash'),
    /** What all renew tokens of the session begin with: presenting one that was used up ends the session. */
    renewfamily: text('renewfamily'),
    createdutc: text('createdutc').notNull(),
    seenutc: text('seenutc').notNull(),
    expiresutc: text('expiresutc').notNull(),
    endedutc: text('endedutc'),
    address: textColumn('address'),
    agent: textColumn('agent'),
  },
  (t) => [
    uniqueIndex('sessions_cookie').on(t.cookiehash),
    uniqueIndex('sessions_renew').on(t.renewhash),
    index('sessions_renewfamily').on(t.renewfamily),
    index('sessions_user').on(t.userid, t.endedutc),
    index('sessions_expires').on(t.expiresutc),
  ],
)

export const apikeys = sqliteTable(
  'apikeys',
  {
    id: text('id').primaryKey(),
    userid: text('userid')
      .notNull()
      .references(() => platformUsers.id),
    accountid: text('accountid')
      .notNull()
      .references(() => accounts.id),
    application: textColumn('application'),
    keyhash: text('keyhash').notNull(),
    tail: textColumn('tail'),
    createdutc: text('createdutc').notNull(),
    lastusedutc: text('lastusedutc'),
    revokedutc: text('revokedutc'),
    /** `calendar`: the address of a calendar, and nothing else; null: what its person may do. */
    opens: text('opens'),
    /** A JSON list of what it may do of that; null: all. */
    claims: text('claims'),
    /** Null: it works until it is revoked. */
    expiresutc: text('expiresutc'),
  },
  (t) => [uniqueIndex('apikeys_hash').on(t.keyhash), index('apikeys_user').on(t.userid)],
)

/** A person's sign-in elsewhere: known again by issuer and subject, never by the e-mail it had once. */
export const identities = sqliteTable(
  'identities',
  {
    id: text('id').primaryKey(),
    userid: text('userid')
      .notNull()
      .references(() => platformUsers.id),
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: textColumn('email'),
    linkedutc: text('linkedutc').notNull(),
    lastusedutc: text('lastusedutc').notNull(),
  },
  (t) => [uniqueIndex('identities_subject').on(t.issuer, t.subject), index('identities_user').on(t.userid)],
)

export const onetimetokens = sqliteTable(
  'onetimetokens',
  {
    hash: text('hash').primaryKey(),
    userid: text('userid')
      .notNull()
      .references(() => platformUsers.id),
    purpose: text('purpose').notNull(),
    createdutc: text('createdutc').notNull(),
    expiresutc: text('expiresutc').notNull(),
    usedutc: text('usedutc'),
  },
  (t) => [
    index('onetimetokens_user').on(t.userid, t.purpose),
    index('onetimetokens_expires').on(t.expiresutc),
  ],
)

/** Failed sign-ins (`user:<email>`, `ip:<address>`), and what else is allowed only so often (`limit:…`). */
export const signinfailures = sqliteTable(
  'signinfailures',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull().default(0),
    lastutc: text('lastutc').notNull(),
    lockeduntilutc: text('lockeduntilutc'),
  },
  (t) => [index('signinfailures_last').on(t.lastutc)],
)

export const platformOutbox = sqliteTable('outbox', outboxColumns, (t) => [
  index('outbox_due').on(t.sentutc, t.nextutc),
])

export const platformIdempotency = idempotencyTable()

export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    dateutc: text('dateutc').notNull(),
    what: text('what').notNull(),
    userid: text('userid'),
    accountid: text('accountid'),
    address: textColumn('address'),
    detail: textColumn('detail'),
  },
  (t) => [
    index('audit_account').on(t.accountid, t.id),
    index('audit_user').on(t.userid, t.id),
    index('audit_what').on(t.what, t.id),
    index('audit_date').on(t.dateutc),
    index('audit_failed').on(t.detail, t.id).where(sql`what = 'signinfailed'`),
  ],
)

export const platformDigests = sqliteTable(
  'digests',
  {
    accountid: text('accountid')
      .primaryKey()
      .references(() => accounts.id),
    dueutc: text('dueutc').notNull(),
  },
  (t) => [index('digests_due').on(t.dueutc)],
)

export const platformSettings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
