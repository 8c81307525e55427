import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'

/** One row: where copies go, and how that stands. */
export const places = sqliteTable('places', {
  one: integer('one').primaryKey(),
  /** As its mark names it: another one under the same address is seen by it. */
  id: textColumn('id'),
  address: textColumn('address'),
  encrypted: integer('encrypted', { mode: 'boolean' }).notNull().default(false),
  /** By which this folder knows its own claim, and the claim that was about to be made. */
  claim: textColumn('claim'),
  nextclaim: textColumn('nextclaim'),
  hostkey: textColumn('hostkey'),
  ranutc: text('ranutc'),
  /** What keeps every copy from being made. */
  failure: textColumn('failure'),
  failedutc: text('failedutc'),
  /** Since when somebody wants everything copied at once. */
  askedutc: text('askedutc'),
  drilldueutc: text('drilldueutc'),
  /** What the operators were told last; empty: that all is well. */
  told: textColumn('told'),
  toldutc: text('toldutc'),
})

/** What is copied: the platform, and each account by its id. */
export const subjects = sqliteTable(
  'subjects',
  {
    id: text('id').primaryKey(),
    /** Whether what lies of it at the place is known here. */
    listed: integer('listed', { mode: 'boolean' }).notNull().default(false),
    ordinal: integer('ordinal').notNull().default(0),
    /** Sizes and times of its files when they were last looked at for a copy. */
    mark: textColumn('mark'),
    /** SHA-256 over all that the newest copy holds. */
    content: textColumn('content'),
    copiedutc: text('copiedutc'),
    bytes: integer('bytes').notNull().default(0),
    files: integer('files').notNull().default(0),
    /** Since when something waits to be copied. */
    changedutc: text('changedutc'),
    failure: textColumn('failure'),
    failedutc: text('failedutc'),
    thinnedutc: text('thinnedutc'),
  },
  (t) => [index('subjects_changed').on(t.changedutc)],
)

export const copies = sqliteTable(
  'copies',
  {
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    /** The pieces that it names, as JSON. */
    pieces: text('pieces').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.name] })],
)

/** What lies at the place, as far as is known. */
export const pieces = sqliteTable(
  'pieces',
  { subject: text('subject').notNull(), name: text('name').notNull() },
  (t) => [primaryKey({ columns: [t.subject, t.name] })],
)

/** Uploads never change: each is read once. */
export const uploads = sqliteTable(
  'uploads',
  {
    subject: text('subject').notNull(),
    path: text('path').notNull(),
    bytes: integer('bytes').notNull(),
    entry: text('entry').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.path] })],
)

export const offsiteEventKinds = ['drill', 'stopped', 'resumed', 'kept'] as const

export const events = sqliteTable('events', {
  id: integer('id').primaryKey(),
  utc: text('utc').notNull(),
  kind: text('kind', { enum: offsiteEventKinds }).notNull(),
  subject: textColumn('subject'),
  ok: integer('ok', { mode: 'boolean' }).notNull(),
  detail: textColumn('detail'),
})
