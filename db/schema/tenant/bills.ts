import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { percentColumn, quantityColumn, ref, textColumn } from '#db/columns.ts'
import { inventory, units } from './catalogue.ts'
import { jobs, materials } from './jobs.ts'

/** What one base unit of a product is made of (decision F17). */
export const item_inputs = sqliteTable(
  'item_inputs',
  {
    productid: text('productid')
      .notNull()
      .references(() => inventory.id),
    inputid: text('inputid')
      .notNull()
      .references(() => inventory.id),
    quantity: quantityColumn('quantity').notNull(),
    /** Null: the input's base unit. */
    unitid: ref('unitid', () => units.id),
    /** What is lost on the way, as a percentage on top. */
    scrap: percentColumn('scrap')
      .notNull()
      .default(0 as never),
    rank: integer('rank').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productid, t.inputid] }),
    index('item_inputs_input').on(t.inputid),
    index('item_inputs_unit').on(t.unitid).where(sql`unitid IS NOT NULL`),
  ],
)

/** A quantity of a product line that was finished at one time, with what it took. */
export const job_builds = sqliteTable(
  'job_builds',
  {
    id: text('id').primaryKey(),
    jobid: text('jobid')
      .notNull()
      .references(() => jobs.id),
    materialid: text('materialid')
      .notNull()
      .references(() => materials.id),
    /** In the unit of the line. */
    quantity: quantityColumn('quantity').notNull(),
    userid: text('userid'),
    user: textColumn('user'),
    createdutc: text('createdutc').notNull(),
    undoneutc: text('undoneutc'),
  },
  (t) => [index('job_builds_line').on(t.materialid, t.id), index('job_builds_job').on(t.jobid)],
)

export const job_build_lines = sqliteTable(
  'job_build_lines',
  {
    buildid: text('buildid')
      .notNull()
      .references(() => job_builds.id),
    materialid: text('materialid')
      .notNull()
      .references(() => materials.id),
    quantity: quantityColumn('quantity').notNull(),
    /** Its movement of stock, if it moved any. */
    seq: integer('seq'),
  },
  (t) => [primaryKey({ columns: [t.buildid, t.materialid] }), index('job_build_lines_line').on(t.materialid)],
)
