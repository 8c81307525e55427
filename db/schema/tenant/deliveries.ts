import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flagColumn, quantityColumn, record, ref, textColumn } from '#db/columns.ts'
import { clients, locations, organisations, storage } from './catalogue.ts'
import { equipment } from './equipment.ts'
import { boards, materials } from './jobs.ts'

export const deliveryStates = ['draft', 'issued', 'delivered', 'returned'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Delivery notes: goods of one client that leave for one place (decision F14). */
export const deliveries = sqliteTable(
  'deliveries',
  {
    ...record(),
    boardid: text('boardid')
      .notNull()
      .references(() => boards.id),
    /** Only an issued note has a number; `returned` when all of it came back. */
    state: text('state', { enum: deliveryStates }).notNull().default('draft'),
    organisation: text('organisation')
      .notNull()
      .references(() => organisations.id),
    client: ref('client', () => clients.id),
    location: ref('location', () => locations.id),
    /** Of goods on consignment: the place at the client's where they stay ours. */
    storageid: ref('storageid', () => storage.id),
    reference: textColumn('reference'),
    waybill: textColumn('waybill'),
    carrier: textColumn('carrier'),
    number: text('number'),
    series: integer('series'),
    /** Of its issue; of a draft, of its beginning. */
    date: text('date').notNull(),
    issuedutc: text('issuedutc'),
    /** When the bytes that were stored at its issue were handed out; every print after it is a copy. */
    originalutc: text('originalutc'),
    deliveredutc: text('deliveredutc'),
    receivedby: textColumn('receivedby'),
    /** JSON of strokes, in the pixels of the box that they were drawn in. */
    signature: text('signature'),
    provenby: textColumn('provenby'),
    /** What it said when it was issued. */
    snapshot: text('snapshot'),
  },
  (t) => [
    uniqueIndex('deliveries_number').on(t.organisation, t.series),
    index('deliveries_board').on(t.boardid, t.date, t.id),
    index('deliveries_client').on(t.client, t.date, t.id),
    index('deliveries_location').on(t.location),
    index('deliveries_storage').on(t.storageid).where(sql`storageid IS NOT NULL`),
    index('deliveries_consigned').on(t.client).where(sql`storageid IS NOT NULL`),
  ],
)

export const delivery_lines = sqliteTable(
  'delivery_lines',
  {
    id: text('id').primaryKey(),
    deliveryid: text('deliveryid')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    materialid: text('materialid')
      .notNull()
      .references(() => materials.id),
    rank: integer('rank').notNull(),
    /** In the unit of the line of the job. */
    quantity: quantityColumn('quantity').notNull(),
    returned: quantityColumn('returned')
      .notNull()
      .default(0 as never),
    /** Of goods on consignment. */
    sold: quantityColumn('sold')
      .notNull()
      .default(0 as never),
    /** The piece in which it is packed. */
    equipmentid: ref('equipmentid', () => equipment.id),
    /** What was short or damaged, as the receiver said. */
    remark: textColumn('remark'),
    /** Of goods on consignment, whether they are ours there until they are sold: those of the first programs moved no stock. */
    moved: flagColumn('moved'),
    /** Of what came back: what is in stock again. Of what was used, since decision 240; unsold, of what had come back before alone. */
    restocked: quantityColumn('restocked')
      .notNull()
      .default(0 as never),
    /** Of that: what a credit note had brought in before. */
    restockedbefore: quantityColumn('restockedbefore')
      .notNull()
      .default(0 as never),
    /** Of what the note delivered, or laid at the client’s: what had come back into stock, and left it again. */
    redelivered: quantityColumn('redelivered')
      .notNull()
      .default(0 as never),
    /** Of what the note delivered: what had come back, and not into stock. */
    mended: quantityColumn('mended')
      .notNull()
      .default(0 as never),
  },
  (t) => [
    uniqueIndex('delivery_lines_note').on(t.deliveryid, t.materialid),
    index('delivery_lines_material').on(t.materialid, t.deliveryid),
    index('delivery_lines_equipment').on(t.equipmentid).where(sql`equipmentid IS NOT NULL`),
  ],
)

/** What came back of a note, or was sold of goods on consignment: added to; only `uncredited` changes. */
export const delivery_events = sqliteTable(
  'delivery_events',
  {
    id: text('id').primaryKey(),
    lineid: text('lineid')
      .notNull()
      .references(() => delivery_lines.id, { onDelete: 'cascade' }),
    /**
     * What became of what came back: `restocked`, in stock again; `mended`, kept to be; `scrapped`, in no stock, and others go out in its
     * place; `returned`, unsold from consignment, and before decision 268 in or out of stock.
     */
    kind: text('kind', { enum: ['returned', 'restocked', 'mended', 'scrapped', 'sold'] }).notNull(),
    quantity: quantityColumn('quantity').notNull(),
    storageid: ref('storageid', () => storage.id),
    reason: textColumn('reason'),
    dateutc: text('dateutc').notNull(),
    user: textColumn('user'),
    /** Of what came back into stock: what no credit note has credited, and is there still. */
    uncredited: quantityColumn('uncredited')
      .notNull()
      .default(0 as never),
  },
  (t) => [
    index('delivery_events_line').on(t.lineid),
    index('delivery_events_uncredited').on(t.lineid).where(sql`uncredited > 0`),
  ],
)

export const delivery_pdfs = sqliteTable('delivery_pdfs', {
  deliveryid: text('deliveryid')
    .primaryKey()
    .references(() => deliveries.id, { onDelete: 'cascade' }),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  sha256: text('sha256').notNull(),
})

/** Lines of jobs of which an older program wrote documents: they are reckoned anew once their account is opened. */
export const unreckoned_lines = sqliteTable('unreckoned_lines', {
  materialid: text('materialid').primaryKey(),
})
