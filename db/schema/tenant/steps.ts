import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { record } from '#db/columns.ts'
import { categories } from './catalogue.ts'

export const steps = sqliteTable(
  'steps',
  {
    ...record(),
    category: text('category')
      .notNull()
      .references(() => categories.id),
    name: text('name').notNull(),
    instruction: text('instruction').notNull(),
    /** 1 to 4; null belongs to no lane and stands in group 99. */
    lane: integer('lane'),
    order: integer('order').notNull().default(0),
  },
  (t) => [index('steps_category').on(t.category, t.archived, t.lane, t.order)],
)
