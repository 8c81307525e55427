import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { record, textColumn } from '#db/columns.ts'
import { users } from './tenant.ts'

/** Reports that are mailed at an hour of the account's zone. */
export const reportschedules = sqliteTable('reportschedules', {
  ...record(),
  name: text('name').notNull(),
  report: text('report').notNull(),
  period: text('period').notNull().default('lastmonth'),
  format: text('format').notNull().default('pdf'),
  every: text('every').notNull().default('month'),
  hour: integer('hour').notNull().default(7),
  /** By whose rights it is read. */
  ownerid: textColumn('ownerid'),
  lastutc: text('lastutc'),
  outcome: textColumn('outcome'),
})

export const reportschedule_users = sqliteTable(
  'reportschedule_users',
  {
    scheduleid: text('scheduleid')
      .notNull()
      .references(() => reportschedules.id, { onDelete: 'cascade' }),
    userid: text('userid')
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.scheduleid, t.userid] })],
)
