import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

// Raw text: sums over the whole ledger, in the index of days alone.

type Item = {
  id: string
  code: string
  name: string
  unit: string
  categoryid: string
  category: string
}

export type WorthRow = Item & {
  quantity: number
  value: number
  /** Nobody said what it cost. */
  unknown: 0 | 1
}

const ITEM = `i.id, i.code, i.itemname AS name, i.baseunit AS unit, coalesce(g.id, '') AS categoryid,
  coalesce(g.name, '') AS category`

/** What there was at the end of a day: what there is now, less what has moved since. Items without any are left out. */
export const listWorthOn = (db: TenantDb, day: string) =>
  prepared<WorthRow>(
    db,
    `WITH later AS MATERIALIZED (
       SELECT inventoryid, sum(quantity) AS quantity, sum(value) AS value
       FROM stock_ledger INDEXED BY stock_ledger_day WHERE effectivedate > ?1 GROUP BY inventoryid),
     held AS MATERIALIZED (
       SELECT o.inventoryid, sum(o.quantity) AS quantity FROM stock_onhand o GROUP BY o.inventoryid),
     found AS (
       SELECT h.inventoryid, h.quantity - coalesce(l.quantity, 0) AS quantity,
         coalesce((SELECT valuebalance FROM stock_ledger w WHERE w.inventoryid = h.inventoryid ORDER BY seq DESC LIMIT 1), 0)
           - coalesce(l.value, 0) AS value
       FROM held h LEFT JOIN later l ON l.inventoryid = h.inventoryid)
     SELECT ${ITEM}, f.quantity, f.value,
       f.value = 0 AND f.quantity <> 0 AND EXISTS (SELECT 1 FROM stock_ledger u
         WHERE u.inventoryid = f.inventoryid AND u.valuedby = 'unknown' AND u.effectivedate <= ?1) AS unknown
     FROM found f JOIN inventory i ON i.id = f.inventoryid LEFT JOIN categories g ON g.id = i.category
     WHERE f.quantity <> 0 OR f.value <> 0
     ORDER BY i.code`,
  ).all([day])

export type PlaceRow = { id: string; storageid: string; place: string; quantity: number }

/** What lay at each place at the end of a day. */
export const listPlacesOn = (db: TenantDb, day: string) =>
  prepared<PlaceRow>(
    db,
    `WITH later AS MATERIALIZED (
       SELECT inventoryid, coalesce(storageid, '') AS storageid, sum(quantity) AS quantity
       FROM stock_ledger INDEXED BY stock_ledger_day WHERE effectivedate > ? GROUP BY 1, 2)
     SELECT o.inventoryid AS id, o.storageid, coalesce(s.name, '') AS place,
       o.quantity - coalesce(l.quantity, 0) AS quantity
     FROM stock_onhand o LEFT JOIN later l ON l.inventoryid = o.inventoryid AND l.storageid = o.storageid
     LEFT JOIN storage s ON s.id = o.storageid
     WHERE o.quantity <> coalesce(l.quantity, 0)`,
  ).all([day])

export type MovedRow = { id: string; way: 'in' | 'out' | 'count' | 'price'; quantity: number; value: number }

/** What moved in a period by item and way, places left aside. What was taken back counts where it was booked. */
export const listMovedIn = (db: TenantDb, start: string, end: string) =>
  prepared<MovedRow>(
    db,
    `WITH moved AS (
       SELECT inventoryid, quantity, value,
         iif(kind = 'reversal', (SELECT o.kind FROM stock_ledger r JOIN stock_ledger o ON o.seq = r.reverses
           WHERE r.seq = l.seq), kind) AS kind,
         iif(kind = 'reversal', -1, 1) * sign(quantity) AS way
       FROM stock_ledger l INDEXED BY stock_ledger_day WHERE effectivedate BETWEEN ? AND ? AND valuedby <> 'moved')
     SELECT inventoryid AS id, CASE WHEN kind IN ('count', 'price') THEN kind WHEN way < 0 THEN 'out' ELSE 'in' END AS way,
       sum(quantity) AS quantity, sum(value) AS value
     FROM moved GROUP BY 1, 2`,
  ).all([start, end])

export const listNamedItems = (db: TenantDb, ids: readonly string[]) =>
  prepared<Item>(
    db,
    `SELECT ${ITEM} FROM json_each(?) listed JOIN inventory i ON i.id = listed.value
     LEFT JOIN categories g ON g.id = i.category ORDER BY i.code`,
  ).all([JSON.stringify(ids)])

export type SlowRow = Item & {
  quantity: number
  value: number
  unknown: 0 | 1
}

/** It left or entered the business, and was not taken back. */
const holds = (row: string) => `${row}.kind NOT IN ('count', 'reversal') AND ${row}.valuedby <> 'moved'
  AND NOT EXISTS (SELECT 1 FROM stock_ledger back WHERE back.reverses = ${row}.seq)`

/** What lies there since before a day, of which nothing went out after it. */
export const listSlow = (db: TenantDb, since: string) =>
  prepared<SlowRow>(
    db,
    `WITH held AS MATERIALIZED (
       SELECT inventoryid, sum(quantity) AS quantity FROM stock_onhand GROUP BY inventoryid HAVING sum(quantity) > 0),
     busy AS MATERIALIZED (
       SELECT DISTINCT b.inventoryid FROM stock_ledger b INDEXED BY stock_ledger_day
       WHERE b.effectivedate > ?1 AND b.quantity < 0 AND ${holds('b')})
     SELECT ${ITEM}, h.quantity, w.valuebalance AS value, w.valuedby = 'unknown' AS unknown
     FROM held h JOIN inventory i ON i.id = h.inventoryid
     JOIN stock_ledger w ON w.seq = (SELECT seq FROM stock_ledger x WHERE x.inventoryid = i.id AND x.valuedby <> 'moved'
       ORDER BY seq DESC LIMIT 1)
     LEFT JOIN categories g ON g.id = i.category
     WHERE h.inventoryid NOT IN (SELECT inventoryid FROM busy)
       AND (SELECT min(f.effectivedate) FROM stock_ledger f WHERE f.inventoryid = i.id) <= ?1
     ORDER BY w.valuebalance DESC, i.code`,
  ).all([since])

type LastMoves = { id: string; lastout: string | null; lastin: string | null }

/** When each item last came in and went out. */
export const listLastMoves = (db: TenantDb, ids: readonly string[]) =>
  prepared<LastMoves>(
    db,
    `SELECT listed.value AS id,
       (SELECT max(o.effectivedate) FROM stock_ledger o WHERE o.inventoryid = listed.value AND o.quantity < 0
         AND ${holds('o')}) AS lastout,
       (SELECT max(n.effectivedate) FROM stock_ledger n WHERE n.inventoryid = listed.value AND n.quantity > 0
         AND ${holds('n')}) AS lastin
     FROM json_each(?) AS listed`,
  ).all([JSON.stringify(ids)])

/** The last day on which a movement from before values were kept counts; null where there is none. */
export const estimatedUntil = (db: TenantDb): string | null =>
  prepared<{ day: string | null }>(
    db,
    "SELECT max(effectivedate) AS day FROM stock_ledger WHERE valuedby = 'estimate'",
  ).get()?.day ?? null

type LastPrice = { cents: number; quantity: number; date: string }

// The carriage of an invoice is no price.
const CHARGED_LATE = `
  SELECT sum(d.latecents - d.sharecents) FROM purchaseorder_lines o
  CROSS JOIN purchase_receipt_lines r ON r.lineid = o.id AND r.seq = l.seq
  CROSS JOIN supplierinvoice_lines d ON d.receiptlineid = r.id
  CROSS JOIN supplierinvoices i ON i.id = d.invoiceid AND i.approvedutc IS NOT NULL AND i.cancelledutc IS NULL
  WHERE o.inventoryid = l.inventoryid`

/** What the newest receipt with a price cost, by its invoice where that differs. */
export const lastPrice = (db: TenantDb, inventoryid: string) =>
  prepared<LastPrice>(
    db,
    `SELECT l.value + l.variance + coalesce((${CHARGED_LATE}), 0) AS cents, l.quantity, l.effectivedate AS date
     FROM stock_ledger l
     WHERE l.inventoryid = ? AND l.valuedby = 'given' AND l.quantity > 0 ORDER BY l.seq DESC LIMIT 1`,
  ).get([inventoryid])

/** The number of the newest movement, which tells how many there are at most. */
export const newestMovementNumber = (db: TenantDb): number =>
  prepared<{ seq: number | null }>(db, 'SELECT max(seq) AS seq FROM stock_ledger').get()?.seq ?? 0
