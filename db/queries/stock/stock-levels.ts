import { and, asc, eq, or, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { containsAll, toGlobPatterns } from '#db/queries/search-patterns.ts'
import { categories, inventory, stock_onhand, storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

const matches = (globs: Params<{ globs: string }>['globs']) =>
  containsAll(sql`concat_ws(char(31), ${inventory.code}, ${nameIn(inventory)})`, globs)

const level = {
  id: inventory.id,
  code: inventory.code,
  name: nameIn(inventory),
  baseunit: inventory.baseunit,
  minimum: inventory.minimumfinishedgoodsvolume,
}
const onhand = sql<number>`sum(${stock_onhand.quantity})`

const belowZero = statement((q, p: Params<{ globs: string }>) =>
  q
    .select({ ...level, onhand })
    // The few that have a place below zero, by the index of these.
    .from(sql`(SELECT DISTINCT inventoryid FROM ${stock_onhand} WHERE quantity < 0) AS short`)
    .crossJoin(inventory)
    .crossJoin(stock_onhand)
    .where(
      and(
        eq(inventory.id, sql`short.inventoryid`),
        eq(stock_onhand.inventoryid, inventory.id),
        matches(p.globs),
      ),
    )
    .groupBy(inventory.id)
    .orderBy(asc(onhand), asc(inventory.code)),
)
export type LevelRow = RowOf<typeof belowZero>

/** Items that the books say hold less than nothing, in all or at one place; the worst first. */
export const itemsBelowZero = (db: TenantDb, search?: string) =>
  belowZero.all(db, { globs: toGlobPatterns(search) })

const withMinimum = statement((q, p: Params<{ globs: string }>) =>
  q
    .select({
      ...level,
      minimum: sql<Quantity>`${inventory.minimumfinishedgoodsvolume}`,
      onhand: sql<number>`coalesce((SELECT ${onhand} FROM ${stock_onhand}
        WHERE ${stock_onhand.inventoryid} = ${inventory.id}), 0)`,
    })
    .from(inventory)
    .where(
      and(eq(inventory.archived, false), sql`${inventory.minimumfinishedgoodsvolume} > 0`, matches(p.globs)),
    )
    .orderBy(asc(inventory.code)),
)

export const itemsWithMinimum = (db: TenantDb, search?: string) =>
  withMinimum.all(db, { globs: toGlobPatterns(search) })

const byCategory = statement((q, p: Params<{ named: readonly string[] }>) =>
  q
    .select({ categoryid: categories.id, category: categories.name, id: inventory.id })
    .from(listItems(p.named))
    .innerJoin(
      categories,
      or(eq(categories.id, listItem), sql`${categories.name} = ${listItem} COLLATE NOCASE`),
    )
    .leftJoin(inventory, and(eq(inventory.category, categories.id), eq(inventory.archived, false)))
    .groupBy(categories.id, inventory.id)
    .orderBy(asc(categories.name), asc(inventory.code)),
)

export const listItemIdsByCategory = (db: TenantDb, named: readonly string[]) => byCategory.all(db, { named })

const places = statement((q) =>
  q
    .select({ id: storage.id, name: storage.name })
    .from(storage)
    .where(eq(storage.archived, false))
    .orderBy(asc(sql`${storage.name} COLLATE NOCASE`)),
)

export const placesInUse = (db: TenantDb) => places.all(db)

const OURS = `
  SELECT h.inventoryid AS id, sum(h.quantity) AS quantity
  FROM (SELECT DISTINCT value AS id FROM json_each($ids)) item CROSS JOIN stock_onhand h ON h.inventoryid = item.id
  LEFT JOIN storage s ON s.id = h.storageid WHERE s.client IS NULL GROUP BY 1`

/** Of items, what is in our own places; nothing of what lies at a client's. Base units. */
export const sumOurs = (db: TenantDb, inventoryids: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    prepared<{ id: string; quantity: number }>(db, OURS)
      .all({ ids: JSON.stringify(inventoryids) })
      .map(({ id, quantity }) => [id, quantity]),
  )
