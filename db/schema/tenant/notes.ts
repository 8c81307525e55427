import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'
import { jobs } from './jobs.ts'

export const notes = sqliteTable(
  'notes',
  {
    id: text('id').primaryKey(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    userid: text('userid'),
    name: textColumn('name'),
    message: text('message').notNull(),
    date: text('date').notNull(),
  },
  (t) => [index('notes_job').on(t.jobid, t.id)],
)
