import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, record, ref, textColumn } from '#db/columns.ts'
import { categories, suppliers } from './catalogue.ts'
import { boards } from './jobs.ts'

export const supplier_contacts = sqliteTable(
  'supplier_contacts',
  {
    ...record(),
    supplier: text('supplier')
      .notNull()
      .references(() => suppliers.id),
    name: text('name').notNull(),
    title: textColumn('title'),
    number: textColumn('number'),
    email: textColumn('email'),
  },
  (t) => [index('supplier_contacts_supplier').on(t.supplier, t.archived, t.name)],
)

export const assertions = sqliteTable(
  'assertions',
  {
    ...record(),
    /** One of the closed list in `server/domains/work/jobs/assertion-kinds.ts`. */
    kind: text('kind').notNull(),
    /** Null: on every board. */
    boardid: ref('boardid', () => boards.id),
    /** 2, 3 or 4. */
    lane: integer('lane').notNull(),
    /** Refuses the move; without it the person is asked once. */
    blocks: flagColumn('blocks'),
  },
  (t) => [index('assertions_lane').on(t.archived, t.lane)],
)

/** The day (`YYYY-MM-DD`) up to which the repeating jobs of a category have been made, and how often that was. */
export const job_frequencies = sqliteTable('job_frequencies', {
  category: text('category')
    .primaryKey()
    .references(() => categories.id),
  frequency: text('frequency').notNull(),
  done: text('done').notNull(),
})
