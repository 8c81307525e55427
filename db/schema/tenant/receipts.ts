import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ref } from '#db/columns.ts'
import { organisations } from './catalogue.ts'
import { users } from './tenant.ts'

/** As it was given out. Rows are only added. */
export const receipts = sqliteTable(
  'receipts',
  {
    id: text('id').primaryKey(),
    /** The payment, or the paid invoice or job. */
    subjectid: text('subjectid').notNull(),
    organisation: text('organisation')
      .notNull()
      .references(() => organisations.id),
    number: text('number').notNull(),
    series: integer('series').notNull(),
    date: text('date').notNull(),
    snapshot: text('snapshot').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
    sha256: text('sha256').notNull(),
    userid: ref('userid', () => users.id),
    createdutc: text('createdutc').notNull(),
  },
  (t) => [
    uniqueIndex('receipts_number').on(t.organisation, t.series),
    index('receipts_subject').on(t.subjectid, t.series),
  ],
)
