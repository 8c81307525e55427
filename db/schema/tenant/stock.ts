import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  centsColumn,
  flagColumn,
  percentColumn,
  quantityColumn,
  record,
  ref,
  textColumn,
} from '#db/columns.ts'
import { inventory, storage } from './catalogue.ts'
import { jobs, materials } from './jobs.ts'

/** Append-only (triggers hold it), ordered by `seq`, in base units (decision D2). */
export const ledgerKinds = [
  'line',
  'inbound',
  'outbound',
  'count',
  'delivery',
  'sale',
  'price',
  'receipt',
  'supplierreturn',
  'reversal',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** Where a value is from. `moved`: from place to place; `estimate`: a rate of when values were first kept. */
export type ValuedBy =
  | ''
  | 'given'
  | 'average'
  | 'lastprice'
  | 'rate'
  | 'issue'
  | 'reversal'
  | 'moved'
  | 'estimate'
  | 'unknown'

export const stock_ledger = sqliteTable(
  'stock_ledger',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    inventoryid: text('inventoryid')
      .notNull()
      .references(() => inventory.id),
    storageid: ref('storageid', () => storage.id),
    inventoryclass: integer('inventoryclass'),
    /** Signed, in millionths of the base unit. */
    quantity: quantityColumn('quantity').notNull(),
    /** The item's stock after this movement, all places together: order is `seq`, so it never changes. */
    balance: quantityColumn('balance').notNull(),
    kind: text('kind', { enum: ledgerKinds }).notNull(),
    enteredquantity: quantityColumn('enteredquantity'),
    enteredunit: textColumn('enteredunit'),
    jobid: ref('jobid', () => jobs.id),
    materialid: ref('materialid', () => materials.id),
    document: textColumn('document'),
    note: textColumn('note'),
    userid: text('userid'),
    user: textColumn('user'),
    effectivedate: text('effectivedate').notNull(),
    reverses: integer('reverses'),
    createdutc: text('createdutc').notNull(),
    /** Cents that it adds to the item's worth, and that worth after it: one pool for all places. */
    value: centsColumn('value')
      .notNull()
      .default(0 as never),
    valuebalance: centsColumn('valuebalance')
      .notNull()
      .default(0 as never),
    /** Cents that it adds to cost of sales. */
    variance: centsColumn('variance')
      .notNull()
      .default(0 as never),
    valuedby: textColumn('valuedby').$type<ValuedBy>(),
  },
  (t) => [
    // The last two so that a filtered ledger is searched in the index alone.
    index('stock_ledger_item').on(t.inventoryid, t.seq, t.kind, t.effectivedate),
    index('stock_ledger_material').on(t.materialid),
    index('stock_ledger_job').on(t.jobid),
    uniqueIndex('stock_ledger_reverses').on(t.reverses),
    index('stock_ledger_estimate').on(t.effectivedate).where(sql`valuedby = 'estimate'`),
    // Worth on a day, and what moved in a period, are read in the index alone.
    index('stock_ledger_day').on(
      t.effectivedate,
      t.inventoryid,
      t.kind,
      t.storageid,
      t.quantity,
      t.value,
      t.variance,
      t.valuedby,
    ),
  ],
)

/** A cache of the ledger's sums; `joblane check` compares the two. Storage '' means no place given. */
export const stock_onhand = sqliteTable(
  'stock_onhand',
  {
    inventoryid: text('inventoryid')
      .notNull()
      .references(() => inventory.id),
    storageid: text('storageid').notNull().default(''),
    quantity: quantityColumn('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.inventoryid, t.storageid] }),
    index('stock_onhand_below').on(t.inventoryid).where(sql`quantity < 0`),
    index('stock_onhand_storage').on(t.storageid, t.inventoryid),
  ],
)

export const sheetStates = ['counting', 'review', 'posted', 'cancelled', 'undone'] as const
export type SheetState = (typeof sheetStates)[number]

/** A count of many items. What a blind sheet expects is told to nobody while it is counted. */
export const stock_sheets = sqliteTable(
  'stock_sheets',
  {
    ...record(),
    number: integer('number').notNull(),
    name: textColumn('name'),
    storageid: ref('storageid', () => storage.id),
    state: text('state', { enum: sheetStates }).notNull().default('counting'),
    blind: flagColumn('blind'),
    /** A difference above either is counted again by somebody else: of what is expected, and in worth. None: never by it. */
    tolerance: percentColumn('tolerance'),
    tolerancecents: centsColumn('tolerancecents'),
    user: textColumn('user'),
    posteduser: textColumn('posteduser'),
    postedutc: text('postedutc'),
  },
  (t) => [uniqueIndex('stock_sheets_number').on(t.number)],
)

/** Quantities in millionths of the base unit. */
export const stock_sheet_lines = sqliteTable(
  'stock_sheet_lines',
  {
    id: text('id').primaryKey(),
    sheetid: text('sheetid')
      .notNull()
      .references(() => stock_sheets.id),
    position: integer('position').notNull(),
    inventoryid: text('inventoryid')
      .notNull()
      .references(() => inventory.id),
    storageid: ref('storageid', () => storage.id),
    /** Null: not counted, which is not 0. */
    counted: quantityColumn('counted'),
    /** What the books said at that moment: what moves later changes nothing of the difference. */
    expected: quantityColumn('expected'),
    /** The newest movement then. */
    countedseq: integer('countedseq'),
    countedutc: text('countedutc'),
    userid: text('userid'),
    user: textColumn('user'),
    /** What was counted before it was counted again by somebody else. */
    firstcounted: quantityColumn('firstcounted'),
    firstuserid: text('firstuserid'),
    firstuser: textColumn('firstuser'),
    /** The movement that booked it. */
    seq: integer('seq'),
  },
  (t) => [
    index('stock_sheet_lines_sheet').on(t.sheetid, t.position),
    index('stock_sheet_lines_item').on(t.inventoryid),
  ],
)
