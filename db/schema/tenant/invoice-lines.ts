import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { centsColumn, flagColumn, percentColumn, quantityColumn } from '#db/columns.ts'
import { invoices } from './invoices.ts'

/** What a line charged; of a credit note below zero, for the line at `creditline` of its invoice. */
export const invoice_lines = sqliteTable(
  'invoice_lines',
  {
    invoiceid: text('invoiceid')
      .notNull()
      .references(() => invoices.id),
    position: integer('position').notNull(),
    /** No reference: an import that brought the line in may be undone once all of it is credited. */
    materialid: text('materialid'),
    creditline: integer('creditline'),
    /** What was credited may be invoiced once more. */
    again: flagColumn('again'),
    /** 0: a credit note took money off the price alone. */
    quantity: quantityColumn('quantity').notNull(),
    netcents: centsColumn('netcents').notNull(),
    vatcents: centsColumn('vatcents').notNull(),
    totalcents: centsColumn('totalcents').notNull(),
    /** Null: the organisation was no vendor. */
    vatrate: percentColumn('vatrate'),
    exempt: flagColumn('exempt'),
    /** Of what was credited, what came back into stock with it. */
    restocked: quantityColumn('restocked')
      .notNull()
      .default(0 as never),
    /** Of what was credited, what delivery notes put back into stock before or after it. */
    backbynote: quantityColumn('backbynote')
      .notNull()
      .default(0 as never),
    /** Of what was credited, what came back by delivery notes before or after it, and not into stock. */
    backaside: quantityColumn('backaside')
      .notNull()
      .default(0 as never),
    /** Of what came into stock with it, what no delivery note has said yet that it came back. */
    awaited: quantityColumn('awaited')
      .notNull()
      .default(0 as never),
    /** Of the same, what a delivery note had brought back, and not into stock; less what the credit note brought back so itself. */
    fromaside: quantityColumn('fromaside')
      .notNull()
      .default(0 as never),
    /** Of what was credited and came back into stock: what left it again, and is charged once more. */
    outagain: quantityColumn('outagain')
      .notNull()
      .default(0 as never),
    /** Of that, what lies unsold at the client’s on consignment, and is not charged yet. */
    laid: quantityColumn('laid')
      .notNull()
      .default(0 as never),
  },
  (t) => [
    primaryKey({ columns: [t.invoiceid, t.position] }),
    index('invoice_lines_material').on(t.materialid),
  ],
)
