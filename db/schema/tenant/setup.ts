import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, record, ref, textColumn } from '#db/columns.ts'
import { categories, suppliers } from './catalogue.ts'
import { boards, jobs } from './jobs.ts'

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

/** The day (`YYYY-MM-DD`) up to which the jobs of a template have been made, and how often its category repeated then. */
export const template_repeats = sqliteTable(
  'template_repeats',
  {
    template: text('template')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    category: text('category')
      .notNull()
      .references(() => categories.id),
    frequency: text('frequency').notNull(),
    done: text('done').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.template, t.category] }),
    index('template_repeats_category').on(t.category),
  ],
)
