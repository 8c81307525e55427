import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { record, ref, textColumn } from '#db/columns.ts'
import { wordSortKeys } from '#db/word-order.ts'
import { locations, storage } from './catalogue.ts'

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
    index('equipment_name').on(...wordSortKeys(t.name), t.id),
    index('equipment_location').on(t.location).where(sql`location IS NOT NULL`),
    index('equipment_storage').on(t.storageid).where(sql`storageid IS NOT NULL`),
  ],
)
