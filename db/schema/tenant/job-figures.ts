import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Jobs of each lane by the day of their completion, '' before. Kept by triggers; `joblane check` compares. */
export const job_figures = sqliteTable(
  'job_figures',
  {
    boardid: text('boardid').notNull(),
    status: integer('status').notNull(),
    completed: text('completed').notNull(),
    jobs: integer('jobs').notNull(),
    quotedcents: integer('quotedcents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.boardid, t.status, t.completed] })],
)

/** Invoiced and archived jobs by category, person and day of creation. Kept by triggers; `joblane check` compares. */
export const past_job_figures = sqliteTable(
  'past_job_figures',
  {
    kind: text('kind', { enum: ['category', 'assignee', 'created'] }).notNull(),
    boardid: text('boardid').notNull(),
    status: integer('status').notNull(),
    /** The id, '' for none, or the day in UTC. */
    value: text('value').notNull(),
    jobs: integer('jobs').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.boardid, t.status, t.value] })],
)
