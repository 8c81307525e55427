import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  centsColumn,
  flagColumn,
  percentColumn,
  quantityColumn,
  rateColumn,
  record,
  ref,
  textColumn,
} from '#db/columns.ts'
import { inventory, organisations, storage, suppliers } from './catalogue.ts'
import { jobs } from './jobs.ts'

/** Derived of an order and its lines, stored nowhere (decision F15). */
export const orderStates = ['draft', 'sent', 'part', 'received', 'closed', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

/** Goods that one supplier is asked for. */
export const purchaseorders = sqliteTable(
  'purchaseorders',
  {
    ...record(),
    supplier: text('supplier')
      .notNull()
      .references(() => suppliers.id),
    organisation: text('organisation')
      .notNull()
      .references(() => organisations.id),
    /** Only what is sent has a number. */
    number: text('number'),
    series: integer('series'),
    /** Of its sending; of a draft, of its beginning. */
    date: text('date').notNull(),
    /** When the goods are needed. */
    required: text('required'),
    /** When the supplier promised them: kept beside what was asked for. */
    expected: text('expected'),
    reference: textColumn('reference'),
    note: textColumn('note'),
    sentutc: text('sentutc'),
    cancelledutc: text('cancelledutc'),
    /** What it said when it was sent. */
    snapshot: text('snapshot'),
  },
  (t) => [
    uniqueIndex('purchaseorders_number').on(t.organisation, t.series),
    index('purchaseorders_date').on(t.date, t.id),
    index('purchaseorders_supplier').on(t.supplier, t.date, t.id),
  ],
)

export const purchaseorder_lines = sqliteTable(
  'purchaseorder_lines',
  {
    id: text('id').primaryKey(),
    orderid: text('orderid')
      .notNull()
      .references(() => purchaseorders.id, { onDelete: 'cascade' }),
    rank: integer('rank').notNull(),
    /** Null: free text, such as carriage. */
    inventoryid: ref('inventoryid', () => inventory.id),
    /** Of an item that is kept in stock; of others nothing is waited for. */
    receivable: flagColumn('receivable'),
    description: textColumn('description'),
    /** What the supplier calls it, as it stood when the line was written. */
    suppliercode: textColumn('suppliercode'),
    suppliername: textColumn('suppliername'),
    unit: textColumn('unit'),
    unitratio: text('unitratio').notNull().default('1'),
    quantity: quantityColumn('quantity').notNull(),
    rate: rateColumn('rate').notNull(),
    discount: percentColumn('discount')
      .notNull()
      .default(0 as never),
    /** Of all that is ordered, less its discount, without VAT. */
    net: centsColumn('net').notNull(),
    jobid: ref('jobid', () => jobs.id),
    note: textColumn('note'),
    /** Sums of the receipts that stand, and of the returns. */
    received: quantityColumn('received')
      .notNull()
      .default(0 as never),
    returned: quantityColumn('returned')
      .notNull()
      .default(0 as never),
    /** The part of `returned` that the supplier delivers again. */
    replaced: quantityColumn('replaced')
      .notNull()
      .default(0 as never),
    closedshort: quantityColumn('closedshort')
      .notNull()
      .default(0 as never),
    /** Why planning proposed it. */
    planned: textColumn('planned'),
  },
  (t) => [
    index('purchaseorder_lines_order').on(t.orderid, t.rank),
    index('purchaseorder_lines_item').on(t.inventoryid, t.orderid),
    index('purchaseorder_lines_job').on(t.jobid, t.inventoryid).where(sql`jobid IS NOT NULL`),
    // What is on order of an item is read from the few lines that still wait for goods.
    index('purchaseorder_lines_open')
      .on(t.inventoryid)
      .where(sql`receivable = 1 AND quantity - received + replaced - closedshort > 0`),
  ],
)

export const purchaseorder_pdfs = sqliteTable('purchaseorder_pdfs', {
  orderid: text('orderid')
    .primaryKey()
    .references(() => purchaseorders.id, { onDelete: 'cascade' }),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  sha256: text('sha256').notNull(),
})

/** Goods of one order that came together; taken back as a whole. */
export const purchase_receipts = sqliteTable(
  'purchase_receipts',
  {
    id: text('id').primaryKey(),
    orderid: text('orderid')
      .notNull()
      .references(() => purchaseorders.id, { onDelete: 'cascade' }),
    /** The number of the supplier's delivery note. */
    reference: textColumn('reference'),
    /** Why more came than was ordered. */
    reason: textColumn('reason'),
    dateutc: text('dateutc').notNull(),
    user: textColumn('user'),
    undoneutc: text('undoneutc'),
    undoneby: textColumn('undoneby'),
  },
  (t) => [
    index('purchase_receipts_order').on(t.orderid, t.id),
    index('purchase_receipts_date').on(t.dateutc),
  ],
)

export const purchase_receipt_lines = sqliteTable(
  'purchase_receipt_lines',
  {
    id: text('id').primaryKey(),
    receiptid: text('receiptid')
      .notNull()
      .references(() => purchase_receipts.id, { onDelete: 'cascade' }),
    lineid: text('lineid')
      .notNull()
      .references(() => purchaseorder_lines.id),
    /** In the unit of the line. */
    quantity: quantityColumn('quantity').notNull(),
    storageid: ref('storageid', () => storage.id),
    /** Its movement in the stock ledger. */
    seq: integer('seq').notNull(),
  },
  (t) => [
    index('purchase_receipt_lines_receipt').on(t.receiptid),
    index('purchase_receipt_lines_line').on(t.lineid, t.id),
  ],
)

/** Goods that went back to the supplier: added to, never changed. */
export const purchase_returns = sqliteTable(
  'purchase_returns',
  {
    id: text('id').primaryKey(),
    lineid: text('lineid')
      .notNull()
      .references(() => purchaseorder_lines.id, { onDelete: 'cascade' }),
    quantity: quantityColumn('quantity').notNull(),
    /** Whether the supplier delivers them again; else a credit is due. */
    again: flagColumn('again'),
    storageid: ref('storageid', () => storage.id),
    reason: textColumn('reason'),
    seq: integer('seq').notNull(),
    dateutc: text('dateutc').notNull(),
    user: textColumn('user'),
  },
  (t) => [index('purchase_returns_line').on(t.lineid, t.id)],
)

/** What one supplier calls an item, and asks for it. */
export const supplier_items = sqliteTable(
  'supplier_items',
  {
    ...record(),
    inventoryid: text('inventoryid')
      .notNull()
      .references(() => inventory.id),
    supplier: text('supplier')
      .notNull()
      .references(() => suppliers.id),
    code: textColumn('code'),
    name: textColumn('name'),
    /** The unit that it is ordered in, which price, pack and minimum are of. */
    unit: textColumn('unit'),
    unitratio: text('unitratio').notNull().default('1'),
    price: rateColumn('price'),
    /** Sold in multiples of it. */
    packsize: quantityColumn('packsize'),
    minimum: quantityColumn('minimum'),
    /** Working days. */
    leadtime: integer('leadtime'),
  },
  (t) => [
    uniqueIndex('supplier_items_item').on(t.inventoryid, t.supplier),
    index('supplier_items_supplier').on(t.supplier, t.code),
  ],
)

/** From a quantity and from a day on; what holds otherwise stands on the item of the supplier. */
export const supplier_prices = sqliteTable(
  'supplier_prices',
  {
    ...record(),
    supplieritemid: text('supplieritemid')
      .notNull()
      .references(() => supplier_items.id, { onDelete: 'cascade' }),
    /** 0: any. */
    quantity: quantityColumn('quantity')
      .notNull()
      .default(0 as never),
    /** Empty: always. */
    validfrom: textColumn('validfrom'),
    /** Null: this price ends on that day. */
    price: rateColumn('price'),
  },
  (t) => [uniqueIndex('supplier_prices_from').on(t.supplieritemid, t.quantity, t.validfrom)],
)
