import { ITEM_NAME } from '#db/queries/names.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** A row of the ledger as it is stored; quantities in millionths of the base unit. */
export type Movement = {
  seq: number
  inventoryid: string
  storageid: string | null
  inventoryclass: number | null
  quantity: number
  balance: number
  kind: 'line' | 'inbound' | 'outbound' | 'count' | 'reversal'
  enteredquantity: number | null
  enteredunit: string
  jobid: string | null
  materialid: string | null
  document: string
  note: string
  userid: string | null
  user: string
  effectivedate: string
  reverses: number | null
  createdutc: string
}

const INSERT = `
  INSERT INTO stock_ledger (inventoryid, storageid, inventoryclass, quantity, balance, kind, enteredquantity,
    enteredunit, jobid, materialid, document, note, userid, user, effectivedate, reverses, createdutc)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  RETURNING seq`

/** Appends to the ledger and returns the movement's `seq`. */
export function appendMovement(db: TenantDb, row: Omit<Movement, 'seq'>): number {
  const { inventoryid, storageid, inventoryclass, quantity, balance, kind, enteredquantity, enteredunit } =
    row
  const { jobid, materialid, document, note, userid, user, effectivedate, reverses, createdutc } = row
  const values = [
    inventoryid,
    storageid,
    inventoryclass,
    quantity,
    balance,
    kind,
    enteredquantity,
    enteredunit,
  ]
  const about = [jobid, materialid, document, note, userid, user, effectivedate, reverses, createdutc]
  return prepared<{ seq: number }>(db, INSERT).get([...values, ...about])!.seq
}

export function addToCache(db: TenantDb, inventoryid: string, storageid: string | null, quantity: number) {
  prepared(
    db,
    `INSERT INTO stock_onhand (inventoryid, storageid, quantity) VALUES (?, ?, ?)
     ON CONFLICT (inventoryid, storageid) DO UPDATE SET quantity = quantity + excluded.quantity`,
  ).run([inventoryid, storageid ?? '', quantity])
}

/** The item's balance after its newest movement. */
export const lastBalance = (db: TenantDb, inventoryid: string): number =>
  prepared<{ balance: number }>(
    db,
    'SELECT balance FROM stock_ledger WHERE inventoryid = ? ORDER BY seq DESC LIMIT 1',
  ).get([inventoryid])?.balance ?? 0

export const movementBySeq = (db: TenantDb, seq: number) =>
  prepared<Movement>(db, 'SELECT * FROM stock_ledger WHERE seq = ?').get([seq])

export const findReversal = (db: TenantDb, seq: number) =>
  prepared<{ seq: number }>(db, 'SELECT seq FROM stock_ledger WHERE reverses = ?').get([seq])

/** What lies at one place; `''` is "no place given". */
export const onHandAt = (db: TenantDb, inventoryid: string, storageid: string): number =>
  prepared<{ quantity: number }>(
    db,
    'SELECT quantity FROM stock_onhand WHERE inventoryid = ? AND storageid = ?',
  ).get([inventoryid, storageid])?.quantity ?? 0

export type PlaceRow = { inventoryid: string; storageid: string; name: string | null; quantity: number }

/** The cached figures of some items, place by place. */
export const listStockPlaces = (db: TenantDb, inventoryids: readonly string[]) =>
  prepared<PlaceRow>(
    db,
    `SELECT o.inventoryid, o.storageid, s.name, o.quantity
     FROM json_each(?) AS wanted
     JOIN stock_onhand AS o ON o.inventoryid = wanted.value
     LEFT JOIN storage AS s ON s.id = o.storageid
     ORDER BY s.name, o.storageid`,
  ).all([JSON.stringify(inventoryids)])

export type StockItem = {
  id: string
  code: string
  name: string
  baseunit: string
  defaultstorageid: string | null
}

export const stockItems = (db: TenantDb, inventoryids: readonly string[]) =>
  prepared<StockItem>(
    db,
    `SELECT i.id, i.code, ${ITEM_NAME} AS name, i.baseunit, i.defaultstorageid
     FROM json_each(?) AS wanted JOIN inventory AS i ON i.id = wanted.value`,
  ).all([JSON.stringify(inventoryids)])

export type LedgerRow = Movement & {
  storage: string | null
  reference: string | null
  /** Where the job stands, for its link and for who may see it. */
  boardid: string | null
  location: string | null
  reversedby: number | null
}

/**
 * A page of one item's ledger, newest first: the movements before `before`, chosen in the index alone, so that
 * neither its length nor a narrow filter makes a page slow.
 */
export const LEDGER_PAGE = `
  WITH page AS (
    SELECT seq FROM stock_ledger
    WHERE inventoryid = ?1 AND seq < ?2 AND (?3 = '' OR kind = ?3) AND effectivedate BETWEEN ?4 AND ?5
    ORDER BY seq DESC LIMIT ?6)
  SELECT l.*, s.name AS storage, j.reference, j.boardid, j.location,
    (SELECT r.seq FROM stock_ledger AS r WHERE r.reverses = l.seq) AS reversedby
  FROM page JOIN stock_ledger AS l ON l.seq = page.seq
  LEFT JOIN storage AS s ON s.id = l.storageid
  LEFT JOIN jobs AS j ON j.id = l.jobid
  ORDER BY l.seq DESC`

/** `start` and `end` are effective dates, both included. */
export type LedgerQuery = { take?: number; before?: number; kind?: string; start?: string; end?: string }

export function ledgerPage(db: TenantDb, inventoryid: string, query: LedgerQuery): LedgerRow[] {
  const { take = 50, before = Number.MAX_SAFE_INTEGER, kind = '', start = '', end = '9999-12-31' } = query
  return prepared<LedgerRow>(db, LEDGER_PAGE).all([inventoryid, before, kind, start, end, take])
}
