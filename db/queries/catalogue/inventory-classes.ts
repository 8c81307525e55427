import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type ClassRow = {
  inventoryid: string
  categoryid: string
  categoryname: string
  inventoryclass: number | null
  storageid: string | null
  storagename: string | null
  rate: number | null
}

const CLASSES = `
  SELECT k.inventoryid, k.categoryid, c.name AS categoryname, k.inventoryclass, k.storageid, s.name AS storagename, k.rate
  FROM inventory_classes AS k
  JOIN categories AS c ON c.id = k.categoryid
  LEFT JOIN storage AS s ON s.id = k.storageid`

/** What some items are in the jobs of some categories, by the categories' names. */
export const listItemClasses = (db: TenantDb, inventoryids: readonly string[]) =>
  prepared<ClassRow>(
    db,
    `${CLASSES} WHERE k.inventoryid IN (SELECT value FROM json_each(?))
     ORDER BY k.inventoryid, c.name COLLATE NOCASE, c.id`,
  ).all([JSON.stringify(inventoryids)])

/** A page of all of them, in the order of their key, with how many there are. */
export function classesPage(db: TenantDb, { skip = 0, take = 50 }: { skip?: number; take?: number }) {
  const rows = prepared<ClassRow>(db, `${CLASSES} ORDER BY k.inventoryid, k.categoryid LIMIT ? OFFSET ?`).all(
    [take, skip],
  )
  const counted = prepared<{ n: number }>(db, 'SELECT count(*) AS n FROM inventory_classes').get()
  return { rows, total: counted?.n ?? 0 }
}

type Written = Pick<ClassRow, 'categoryid' | 'inventoryclass' | 'storageid' | 'rate'>

/** Gives an item exactly these. */
export function replaceClasses(db: TenantDb, inventoryid: string, classes: readonly Written[]) {
  prepared(db, 'DELETE FROM inventory_classes WHERE inventoryid = ?').run([inventoryid])
  prepared(
    db,
    `INSERT INTO inventory_classes (inventoryid, categoryid, inventoryclass, storageid, rate)
     SELECT ?, value ->> 'categoryid', value ->> 'inventoryclass', value ->> 'storageid', value ->> 'rate'
     FROM json_each(?)`,
  ).run([inventoryid, JSON.stringify(classes)])
}
