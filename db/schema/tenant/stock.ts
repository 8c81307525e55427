import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { quantityColumn, ref, textColumn } from '#db/columns.ts'
import { inventory, storage } from './catalogue.ts'
import { jobs, materials } from './jobs.ts'

/** Append-only (triggers hold it), ordered by `seq`, in base units (decision D2). */
export const ledgerKinds = ['line', 'inbound', 'outbound', 'count', 'delivery', 'reversal'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

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
  },
  (t) => [
    // The last two so that a filtered ledger is searched in the index alone.
    index('stock_ledger_item').on(t.inventoryid, t.seq, t.kind, t.effectivedate),
    index('stock_ledger_material').on(t.materialid),
    index('stock_ledger_job').on(t.jobid),
    uniqueIndex('stock_ledger_reverses').on(t.reverses),
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
