import { itemNameSql } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** A line of a job that names a place. Quantities in millionths of the line's unit. */
export type StoredLine = {
  storageid: string
  storage: string
  barcode: string
  materialid: string
  jobid: string
  reference: string
  boardid: string
  location: string | null
  inventoryid: string | null
  description: string
  estimated: number
  consumed: number
  unit: string
}

const LINES = `
  SELECT m.storageid, s.name AS storage, s.barcode, m.id AS materialid, j.id AS jobid, j.reference, j.boardid,
    j.location, m.inventoryid, m.description, m.estimated, m.consumed, m.unit
  FROM jobs j
  JOIN materials m ON m.jobid = j.id AND m.archived = 0
  JOIN storage s ON s.id = m.storageid`
const OPEN = 'j.template = 0 AND j.status BETWEEN 1 AND 4'

/** What the open jobs of a board keep where, by place. */
export const linesOnBoard = (db: TenantDb, boardid: string): StoredLine[] =>
  prepared<StoredLine>(
    db,
    `${LINES} WHERE j.boardid = ? AND ${OPEN} ORDER BY s.name, s.id, j.reference, m.rank`,
  ).all([boardid])

/** What open jobs keep at one place. */
export const linesAtStorage = (db: TenantDb, storageid: string): StoredLine[] =>
  prepared<StoredLine>(db, `${LINES} WHERE m.storageid = ? AND ${OPEN} ORDER BY j.reference, m.rank`).all([
    storageid,
  ])

export type StoredItem = { id: string; code: string; name: string; baseunit: string; quantity: number }

/** The items that lie at one place, with how much of each, in millionths of its base unit. */
export const itemsAtStorage = (db: TenantDb, storageid: string): StoredItem[] =>
  prepared<StoredItem>(
    db,
    `SELECT i.id, i.code, i.baseunit, o.quantity,
       ${itemNameSql('i')} AS name
     FROM stock_onhand o JOIN inventory i ON i.id = o.inventoryid
     WHERE o.storageid = ? AND o.quantity <> 0 ORDER BY i.code`,
  ).all([storageid])
