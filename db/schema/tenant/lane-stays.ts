import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A row for each time that a job left a lane. Kept by a trigger. */
export const lane_stays = sqliteTable(
  'lane_stays',
  {
    leftutc: text('leftutc').notNull(),
    jobid: text('jobid').notNull(),
    boardid: text('boardid').notNull(),
    status: integer('status').notNull(),
    seconds: integer('seconds').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leftutc, t.jobid, t.status] }),
    index('lane_stays_left').on(t.leftutc, t.boardid, t.status, t.seconds),
  ],
)
