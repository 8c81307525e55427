import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flagColumn, percentColumn, rateColumn, record } from '#db/columns.ts'
import { clients, inventory } from './catalogue.ts'

export const pricinggroups = sqliteTable(
  'pricinggroups',
  { ...record(), name: text('name').notNull() },
  (t) => [uniqueIndex('pricinggroups_name').on(t.name)],
)

export const pricing_entries = sqliteTable(
  'pricing_entries',
  {
    ...record(),
    pricinggroup: text('pricinggroup')
      .notNull()
      .references(() => pricinggroups.id),
    inventory: text('inventory')
      .notNull()
      .references(() => inventory.id),
    baserate: rateColumn('baserate').notNull(),
    markuppercent: percentColumn('markuppercent').notNull(),
    markupamount: rateColumn('markupamount').notNull(),
  },
  (t) => [
    uniqueIndex('pricing_entries_pair').on(t.pricinggroup, t.inventory),
    index('pricing_entries_inventory').on(t.inventory),
  ],
)

export const pricing_clients = sqliteTable(
  'pricing_clients',
  {
    client: text('client')
      .primaryKey()
      .references(() => clients.id),
    pricinggroup: text('pricinggroup')
      .notNull()
      .references(() => pricinggroups.id),
  },
  (t) => [index('pricing_clients_group').on(t.pricinggroup)],
)

/** Of one base unit, as setup by trade said it: the price or cost of its item is a sample while it is the same. */
export const sample_prices = sqliteTable('sample_prices', {
  inventoryid: text('inventoryid')
    .primaryKey()
    .references(() => inventory.id, { onDelete: 'cascade' }),
  price: rateColumn('price').notNull(),
  confirmed: flagColumn('confirmed'),
  cost: rateColumn('cost'),
  costconfirmed: flagColumn('costconfirmed'),
})
