import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type GroupPriceRow = {
  id: string
  name: string
  version: number | null
  baserate: number | null
  markuppercent: number | null
  markupamount: number | null
}

/** Every pricing group in use by name, with its price of one item where it has one. */
export const listItemPrices = (db: TenantDb, inventoryid: string) =>
  prepared<GroupPriceRow>(
    db,
    `SELECT g.id, g.name, e.version, e.baserate, e.markuppercent, e.markupamount
     FROM pricinggroups AS g
     LEFT JOIN pricing_entries AS e ON e.pricinggroup = g.id AND e.inventory = ? AND e.archived = 0
     WHERE g.archived = 0 ORDER BY g.name COLLATE NOCASE`,
  ).all([inventoryid])
