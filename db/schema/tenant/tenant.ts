import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flagColumn, record, ref, textColumn } from '#db/columns.ts'
import { idempotencyTable, outboxColumns } from '../shared-tables.ts'

export const tenant = sqliteTable('tenant', {
  id: text('id').primaryKey(),
  name: textColumn('name'),
  change_seq: integer('change_seq').notNull().default(0),
  catalogue_seq: integer('catalogue_seq').notNull().default(0),
  owner_cell: textColumn('owner_cell'),
  owner_epoch: integer('owner_epoch').notNull().default(0),
  cell: textColumn('cell'),
  cell_epoch: integer('cell_epoch').notNull().default(0),
})

export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  version: integer('version').notNull().default(1),
})

/** Gapless counters, by name: `job`, `invoice:<organisation id>`. Never parsed out of the last number. */
export const sequences = sqliteTable('sequences', {
  name: text('name').primaryKey(),
  next: integer('next').notNull().default(1),
})

export const resources = sqliteTable('resources', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
  version: integer('version').notNull().default(1),
})

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  version: integer('version').notNull().default(1),
  archived: flagColumn('archived'),
  firstname: textColumn('firstname'),
  lastname: textColumn('lastname'),
  email: textColumn('email'),
  phone: textColumn('phone'),
  /** JSON array of role ids, as the seat carries them. */
  roles: text('roles').notNull().default('[]'),
})

export const roles = sqliteTable(
  'roles',
  { ...record(), name: text('name').notNull(), system: flagColumn('system') },
  (t) => [uniqueIndex('roles_name').on(t.name)],
)

export const roleclaims = sqliteTable(
  'roleclaims',
  {
    roleid: text('roleid')
      .notNull()
      .references(() => roles.id),
    claim: text('claim').notNull(),
  },
  (t) => [uniqueIndex('roleclaims_pair').on(t.roleid, t.claim)],
)

export const history = sqliteTable(
  'history',
  {
    // Entries are never deleted, so the plain rowid grows all the same.
    id: integer('id').primaryKey(),
    seq: integer('seq').notNull(),
    entity: text('entity').notNull(),
    entityid: text('entityid').notNull(),
    item: textColumn('item'),
    field: text('field').notNull(),
    oldvalue: textColumn('oldvalue'),
    newvalue: textColumn('newvalue'),
    userid: text('userid'),
    user: textColumn('user'),
    dateutc: text('dateutc').notNull(),
  },
  (t) => [index('history_entity').on(t.entity, t.entityid, t.id)],
)

export const idempotency = idempotencyTable()

export const tenantOutbox = sqliteTable(
  'outbox',
  {
    ...outboxColumns,
    /** Which paper of which record a mail carries, by kind and id; empty: none of its own. */
    about: textColumn('about'),
    recipient: textColumn('recipient'),
  },
  (t) => [
    index('outbox_due').on(t.sentutc, t.nextutc),
    index('outbox_about').on(t.about).where(sql`sentutc IS NULL AND about <> ''`),
  ],
)

export const digests = sqliteTable(
  'digests',
  { userid: text('userid').primaryKey(), nextutc: text('nextutc').notNull() },
  (t) => [index('digests_next').on(t.nextutc)],
)

export const preferences = sqliteTable(
  'preferences',
  { userid: text('userid').notNull(), key: text('key').notNull(), value: text('value').notNull() },
  (t) => [uniqueIndex('preferences_pair').on(t.userid, t.key)],
)

/** What a list shows, under a name: its filters, sort and columns as its address says them. */
export const list_views = sqliteTable(
  'list_views',
  {
    ...record(),
    /** The page by its route, so that one view serves each board. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    query: textColumn('query'),
    userid: text('userid').notNull(),
    /** Null: private. */
    roleid: ref('roleid', () => roles.id),
    /** The list opens with it, for people of that role. */
    opens: flagColumn('opens'),
  },
  (t) => [index('list_views_list').on(t.list)],
)
