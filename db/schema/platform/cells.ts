import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { textColumn } from '#db/columns.ts'

/** Processes that serve this folder together. `c00` is the platform. */
export const cells = sqliteTable('cells', {
  id: text('id').primaryKey(),
  /** Of its internal port, on this machine; empty once it has ended by itself. */
  address: textColumn('address'),
  /** How often it was started. */
  incarnation: integer('incarnation').notNull().default(0),
  startedutc: text('startedutc').notNull(),
})

/** Which of them serves an account. `epoch` grows with each move, `target` says where to while one is under way. */
export const placement = sqliteTable(
  'placement',
  {
    accountid: text('accountid').primaryKey(),
    cell: text('cell').notNull(),
    epoch: integer('epoch').notNull().default(1),
    target: text('target'),
  },
  (t) => [
    index('placement_cell').on(t.cell),
    index('placement_moving').on(t.target).where(sql`target IS NOT NULL`),
  ],
)
