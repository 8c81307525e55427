import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn } from '#db/columns.ts'
import { equipment } from './equipment.ts'
import { jobs } from './jobs.ts'

export const job_equipment = sqliteTable(
  'job_equipment',
  {
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    equipmentid: text('equipmentid')
      .notNull()
      .references(() => equipment.id),
    /** 1 goes into the job, 2 comes out of it. */
    role: integer('role').notNull().default(1),
    processed: flagColumn('processed'),
    addedutc: text('addedutc').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobid, t.equipmentid] }),
    index('job_equipment_equipment').on(t.equipmentid, t.processed),
  ],
)
