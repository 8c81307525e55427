import { holdsAll, toGlobPatterns } from '#db/queries/alike.ts'
import { ITEM_NAME } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type Reserving = { inventoryid: string; unitratio: string; quantity: number }

/**
 * What open jobs (lanes 1 to 3) still mean to take out of some items: planned less consumed, in millionths of the
 * lines' units and summed by the ratio of the unit. The joins keep their order, which goes by the item: jobs first
 * would read every open job of the account.
 */
const RESERVING = `
  SELECT m.inventoryid, m.unitratio, sum(m.estimated - m.consumed) AS quantity
  FROM json_each(?) AS wanted
  CROSS JOIN materials AS m ON m.inventoryid = wanted.value
  CROSS JOIN jobs AS j ON j.id = m.jobid
  WHERE m.archived = 0 AND m.estimated > m.consumed AND m.inventoryclass IN (1, 2, 5)
    AND j.status IN (1, 2, 3) AND j.template = 0 AND j.archived = 0
  GROUP BY 1, 2`

export const listReservingLines = (db: TenantDb, inventoryids: readonly string[]) =>
  prepared<Reserving>(db, RESERVING).all([JSON.stringify(inventoryids)])

export type LevelRow = {
  id: string
  code: string
  name: string
  baseunit: string
  onhand: number
  minimum: number | null
}

const MATCHES = holdsAll(`concat_ws(char(31), i.code, ${ITEM_NAME})`, 1)
const LEVEL = `i.id, i.code, ${ITEM_NAME} AS name, i.baseunit, i.minimumfinishedgoodsvolume AS minimum`

/** Items that the books say hold less than nothing, in all or at one place; the worst first. */
export const itemsBelowZero = (db: TenantDb, search?: string) =>
  prepared<LevelRow>(
    db,
    `SELECT ${LEVEL}, sum(o.quantity) AS onhand
     FROM stock_onhand AS o JOIN inventory AS i ON i.id = o.inventoryid
     WHERE ${MATCHES} GROUP BY i.id HAVING min(o.quantity) < 0 ORDER BY onhand, i.code`,
  ).all([toGlobPatterns(search)])

/** Items in use that say how much of them there should be at least, with what there is. */
export const itemsWithMinimum = (db: TenantDb, search?: string) =>
  prepared<LevelRow & { minimum: number }>(
    db,
    `SELECT ${LEVEL}, coalesce((SELECT sum(o.quantity) FROM stock_onhand AS o WHERE o.inventoryid = i.id), 0) AS onhand
     FROM inventory AS i
     WHERE i.archived = 0 AND i.minimumfinishedgoodsvolume > 0 AND ${MATCHES} ORDER BY i.code`,
  ).all([toGlobPatterns(search)])

/** Items of the categories that are named, by id or by name whatever its case. */
export const listItemIdsByCategory = (db: TenantDb, named: readonly string[]) =>
  prepared<{ categoryid: string; category: string; id: string | null }>(
    db,
    `SELECT c.id AS categoryid, c.name AS category, i.id
     FROM json_each(?) AS wanted
     JOIN categories AS c ON c.id = wanted.value OR c.name = wanted.value COLLATE NOCASE
     LEFT JOIN inventory AS i ON i.category = c.id AND i.archived = 0
     GROUP BY c.id, i.id ORDER BY c.name, i.code`,
  ).all([JSON.stringify(named)])

/** Every storage place in use, by name: where an entry may be booked. */
export const placesInUse = (db: TenantDb) =>
  prepared<{ id: string; name: string }>(
    db,
    'SELECT id, name FROM storage WHERE archived = 0 ORDER BY name COLLATE NOCASE',
  ).all()
