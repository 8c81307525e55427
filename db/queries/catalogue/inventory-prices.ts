import { and, asc, eq, sql } from 'drizzle-orm'
import { pricing_entries, pricinggroups } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const itemPrices = statement((q, p: Params<{ inventoryid: string }>) =>
  q
    .select({
      id: pricinggroups.id,
      name: pricinggroups.name,
      version: pricing_entries.version,
      baserate: pricing_entries.baserate,
      markuppercent: pricing_entries.markuppercent,
      markupamount: pricing_entries.markupamount,
    })
    .from(pricinggroups)
    .leftJoin(
      pricing_entries,
      and(
        eq(pricing_entries.pricinggroup, pricinggroups.id),
        eq(pricing_entries.inventory, p.inventoryid),
        eq(pricing_entries.archived, false),
      ),
    )
    .where(eq(pricinggroups.archived, false))
    .orderBy(asc(sql`${pricinggroups.name} COLLATE NOCASE`)),
)
export type GroupPriceRow = RowOf<typeof itemPrices>

export const listItemPrices = (db: TenantDb, inventoryid: string) => itemPrices.all(db, { inventoryid })
