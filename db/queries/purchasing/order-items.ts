import { eq, type SQL, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { categories, inventory } from '#db/schema/tenant/index.ts'
import { isTrue, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const items = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      id: inventory.id,
      code: inventory.code,
      name: nameIn(inventory) as SQL<string>,
      archived: inventory.archived,
      baseunit: inventory.baseunit,
      rate: inventory.rate,
      supplier: inventory.supplier,
      defaultponote: inventory.defaultponote,
      defaultstorageid: inventory.defaultstorageid,
      leadtime: inventory.leadtime,
      minimumordervolume: inventory.minimumordervolume,
      packagingquantity: inventory.packagingquantity,
      minimum: inventory.minimumfinishedgoodsvolume,
      keptinstock: isTrue(sql`coalesce(${inventory.inventoryclass}, ${categories.inventoryclass}, 0) <> 0`),
    })
    .from(listItems(p.ids))
    .innerJoin(inventory, eq(inventory.id, listItem))
    .leftJoin(categories, eq(categories.id, inventory.category)),
)
export type OrderItem = RowOf<typeof items>

/** Items with what matters when they are bought. */
export const findOrderItems = (db: TenantDb, ids: readonly string[]) => items.all(db, { ids })
