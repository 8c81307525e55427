import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'

/** The platform's file and each tenant's have these alike. */
export const outboxColumns = {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  payload: text('payload').notNull(),
  createdutc: text('createdutc').notNull(),
  sentutc: text('sentutc'),
  attempts: integer('attempts').notNull().default(0),
  nextutc: text('nextutc').notNull(),
  error: textColumn('error'),
}

export const idempotencyTable = () =>
  sqliteTable(
    'idempotency',
    {
      key: text('key').primaryKey(),
      userid: textColumn('userid'),
      request: text('request').notNull(),
      status: integer('status').notNull(),
      reply: text('reply').notNull(),
      createdutc: text('createdutc').notNull(),
    },
    (t) => [index('idempotency_created').on(t.createdutc)],
  )
