import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { centsColumn, quantityColumn, ref, textColumn } from '#db/columns.ts'
import { inventory, storage } from './catalogue.ts'
import { jobs, materials } from './jobs.ts'

/** Append-only (triggers hold it), ordered by `seq`, in base units (decision D2). */
export const ledgerKinds = [
  'line',
  'inbound',
  'outbound',
  'count',
  'delivery',
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
