import { isNotNull } from 'drizzle-orm'
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { record, textColumn } from '#db/columns.ts'

/** `stopped`: by the program, since it was not answered; `off`: by a person. */
const WEBHOOK_STATES = ['on', 'off', 'stopped'] as const

export const webhooks = sqliteTable(
  'webhooks',
  {
    ...record(),
    url: text('url').notNull(),
    name: textColumn('name'),
    /** JSON lists. */
    kinds: text('kinds').notNull(),
    claims: text('claims').notNull(),
    /** Who made it: it is told nothing that they may not see. */
    userid: text('userid').notNull(),
    state: text('state', { enum: WEBHOOK_STATES }).notNull(),
    /** Why it was stopped. */
    reason: textColumn('reason'),
    /** Encrypted, as is the one before it for as long as both sign. */
    secret: text('secret').notNull(),
    oldsecret: textColumn('oldsecret'),
    oldsecretuntil: text('oldsecretuntil'),
    answeredutc: text('answeredutc'),
    /** Events that it was not told of since so many waited, or while it was stopped. */
    dropped: integer('dropped').notNull().default(0),
  },
  (t) => [index('webhooks_kept').on(t.archived)],
)

export const webhook_events = sqliteTable(
  'webhook_events',
  {
    id: text('id').notNull(),
    webhookid: text('webhookid')
      .notNull()
      .references(() => webhooks.id),
    kind: text('kind').notNull(),
    recordid: text('recordid').notNull(),
    seq: integer('seq').notNull(),
    createdutc: text('createdutc').notNull(),
    /** Null: it waits no longer. */
    nextutc: text('nextutc'),
    sentutc: text('sentutc'),
    attempts: integer('attempts').notNull().default(0),
    error: textColumn('error'),
  },
  (t) => [
    primaryKey({ columns: [t.webhookid, t.id] }),
    index('webhook_events_due').on(t.webhookid, t.nextutc).where(isNotNull(t.nextutc)),
  ],
)

export const webhook_attempts = sqliteTable(
  'webhook_attempts',
  {
    id: integer('id').primaryKey(),
    webhookid: text('webhookid').notNull(),
    eventid: text('eventid').notNull(),
    dateutc: text('dateutc').notNull(),
    /** Null: no answer came. */
    status: integer('status'),
    milliseconds: integer('milliseconds').notNull(),
    error: textColumn('error'),
  },
  (t) => [
    foreignKey({
      columns: [t.webhookid, t.eventid],
      foreignColumns: [webhook_events.webhookid, webhook_events.id],
    }),
    index('webhook_attempts_of').on(t.webhookid, t.eventid, t.id),
  ],
)
