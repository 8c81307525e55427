import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, record } from '#db/columns.ts'
import { categories } from './catalogue.ts'
import { jobs } from './jobs.ts'

export const category_fields = sqliteTable(
  'category_fields',
  {
    ...record(),
    category: text('category')
      .notNull()
      .references(() => categories.id),
    label: text('label').notNull(),
    compulsary: flagColumn('compulsary'),
    /** 0 text, 1 date, 3 number, 4 yes or no. */
    typeid: integer('typeid').notNull().default(0),
  },
  (t) => [index('category_fields_category').on(t.category, t.archived, t.id)],
)

/** A date as `YYYY-MM-DD`, a number with a point, `true` or `false`. */
export const job_fields = sqliteTable(
  'job_fields',
  {
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    fieldid: text('fieldid')
      .notNull()
      .references(() => category_fields.id),
    value: text('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobid, t.fieldid] })],
)
