import { sql } from 'drizzle-orm'
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, textColumn } from '#db/columns.ts'

export const notifications = sqliteTable(
  'notifications',
  {
    id: text('id').primaryKey(),
    userid: text('userid').notNull(),
    type: text('type').notNull().default('info'),
    message: text('message').notNull(),
    code: textColumn('code'),
    open: textColumn('open'),
    dateutc: text('dateutc').notNull(),
    readutc: text('readutc'),
    /** When it came to the inbox; of one that is snoozed, when it comes back. */
    sinceutc: textColumn('sinceutc'),
    /** Open browsers have not been told yet that it came back. */
    snoozed: flagColumn('snoozed'),
    doneutc: text('doneutc'),
    /** When a mail that holds it was queued, at once or in a bundle. */
    mailqueuedutc: text('mailqueuedutc'),
    /** What it is about. An import that is undone may remove the job. */
    jobid: text('jobid'),
    /** The first of those that were assigned on; empty: it is the first. */
    originid: textColumn('originid'),
    /** The name of whoever assigned it. */
    assignedby: textColumn('assignedby'),
  },
  (t) => [
    index('notifications_user').on(t.userid, t.dateutc, t.id),
    index('notifications_unread')
      .on(t.userid, t.sinceutc, t.id)
      .where(sql`readutc IS NULL AND doneutc IS NULL`),
    index('notifications_inbox').on(t.userid, t.sinceutc, t.id).where(sql`doneutc IS NULL`),
    index('notifications_done').on(t.userid, t.doneutc, t.id).where(sql`doneutc IS NOT NULL`),
    index('notifications_snoozed').on(t.sinceutc).where(sql`snoozed = 1`),
  ],
)

/** Jobs whose news a person does not want in the inbox. */
export const muted_jobs = sqliteTable(
  'muted_jobs',
  { userid: text('userid').notNull(), jobid: text('jobid').notNull() },
  (t) => [primaryKey({ columns: [t.userid, t.jobid] })],
)
