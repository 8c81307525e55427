import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, record, ref, textColumn } from '#db/columns.ts'
import { wordSortKeys } from '#db/word-order.ts'
import { locations, storage } from './catalogue.ts'
import { jobs } from './jobs.ts'

/** Things that go to jobs and come back: machines, crates, tools. `code` is the kind of thing, `barcode` this one. */
export const equipment = sqliteTable(
  'equipment',
  {
    ...record(),
    name: text('name').notNull(),
    code: textColumn('code'),
    barcode: textColumn('barcode'),
    model: textColumn('model'),
    serial: textColumn('serial'),
    note: textColumn('note'),
    location: ref('location', () => locations.id),
    storageid: ref('storageid', () => storage.id),
    /** Since when it is on no job: the first one in is the first one out. */
    freesinceutc: text('freesinceutc'),
  },
  (t) => [
    index('equipment_barcode').on(t.barcode),
    index('equipment_code').on(t.code, t.archived),
    index('equipment_name').on(t.archived, ...wordSortKeys(t.name), t.id),
    index('equipment_location').on(t.location).where(sql`location IS NOT NULL`),
    index('equipment_storage').on(t.storageid).where(sql`storageid IS NOT NULL`),
  ],
)

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
