import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Charged = { ids: readonly string[]; materialid: string; inventoryid: string }

const CHARGE = `
  UPDATE time_entries SET version = version + 1, updatedutc = ?, materialid = ?,
    inventoryid = coalesce(inventoryid, ?)
  WHERE id IN (SELECT value FROM json_each(?))`

/** These are charged on that line from now on. */
export const chargeEntries = (db: TenantDb, now: string, { ids, materialid, inventoryid }: Charged) =>
  prepared(db, CHARGE).run([now, materialid, inventoryid, JSON.stringify(ids)])

const LEAVE_OUT = `
  UPDATE time_entries SET version = version + 1, updatedutc = ?, billable = 0
  WHERE id IN (SELECT value FROM json_each(?))`

export const leaveOutEntries = (db: TenantDb, now: string, ids: readonly string[]) =>
  prepared(db, LEAVE_OUT).run([now, JSON.stringify(ids)])

const RELEASE = `
  UPDATE time_entries SET version = version + 1, updatedutc = ?, materialid = NULL, billable = 1, inventoryid = value ->> 1
  FROM json_each(?) WHERE time_entries.id = value ->> 0`

type Released = { id: string; inventoryid: string | null }

/** They are undecided again, and name the labour item that they named before. */
export const releaseEntries = (db: TenantDb, now: string, entries: readonly Released[]) =>
  prepared(db, RELEASE).run([now, JSON.stringify(entries.map(({ id, inventoryid }) => [id, inventoryid]))])

const DECIDED = `
  SELECT DISTINCT inventoryid FROM time_entries
  WHERE jobid = ? AND archived = 0 AND (billable = 0 OR materialid IS NOT NULL)`

/** Labour items of the job whose earlier time is on a line or not charged; null: time that names none. */
export const listDecidedItems = (db: TenantDb, jobid: string): (string | null)[] =>
  prepared<{ inventoryid: string | null }>(db, DECIDED)
    .all([jobid])
    .map(({ inventoryid }) => inventoryid)

const FREE = `
  UPDATE time_entries SET version = version + 1, updatedutc = ?, materialid = NULL WHERE materialid = ?`

/** Of a line that is removed. */
export const freeEntries = (db: TenantDb, now: string, materialid: string) =>
  prepared(db, FREE).run([now, materialid])

/** Of a line that is used no more. What is left out stays there: once the line is used again, the time is its cost again. */
export const freeChargedEntries = (db: TenantDb, now: string, materialid: string) =>
  prepared(db, `${FREE} AND billable = 1`).run([now, materialid])

export const listTimedLines = (db: TenantDb, ids: readonly string[]): string[] =>
  prepared<{ materialid: string }>(
    db,
    `SELECT DISTINCT t.materialid FROM json_each(?) listed CROSS JOIN time_entries t ON t.materialid = listed.value
     WHERE t.archived = 0 AND t.billable = 1`,
  )
    .all([JSON.stringify(ids)])
    .map(({ materialid }) => materialid)
