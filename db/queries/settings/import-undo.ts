import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const quoted = (name: string) => `"${name}"`
const AMONG = '(SELECT value FROM json_each(?))'

export type Referrer = { table: string; column: string }

/** What may point at records without a foreign key that says so. */
const loose: Record<string, Referrer[]> = {
  inventory: [{ table: 'categories', column: 'defaultproduct' }],
  locations: [{ table: 'locations', column: 'parent' }],
}

/** Every column of the file that points at records of a table and does not go with them. */
export function listReferrers(db: TenantDb, table: string): Referrer[] {
  const keyed = prepared<Referrer>(
    db,
    `SELECT m.name AS "table", f."from" AS "column"
     FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f
     WHERE m.type = 'table' AND f."table" = ? AND f.on_delete <> 'CASCADE'`,
  ).all([table])
  return [...keyed, ...(loose[table] ?? []), { table: 'documents', column: 'referenceid' }]
}

/** How many rows point at some records, through one column. Those that go along with them do not count. */
export const countReferring = (
  db: TenantDb,
  { table, column }: Referrer,
  { of, ids }: { of: string; ids: string },
): number => {
  const others = table === of ? `AND id NOT IN (SELECT value FROM json_each(?1))` : ''
  return (
    prepared<{ n: number }>(
      db,
      `SELECT count(*) AS n FROM ${quoted(table)}
       WHERE ${quoted(column)} IN (SELECT value FROM json_each(?1)) ${others}`,
    ).get([ids])?.n ?? 0
  )
}

/** The present versions of some records. */
export const listVersions = (db: TenantDb, table: string, ids: string) =>
  prepared<{ id: string; version: number }>(
    db,
    `SELECT id, version FROM ${quoted(table)} WHERE id IN ${AMONG}`,
  ).all([ids])

export const deleteRows = (db: TenantDb, table: string, ids: string) =>
  prepared(db, `DELETE FROM ${quoted(table)} WHERE id IN ${AMONG}`).run([ids])

/** Takes away who follows some locations, before these go. */
export const unlinkPeople = (db: TenantDb, ids: string) =>
  prepared(db, `DELETE FROM location_stakeholders WHERE locationid IN ${AMONG}`).run([ids])

/** Takes the categories and the places on lanes of jobs away, before the jobs themselves go. */
export function detachJobs(db: TenantDb, ids: string) {
  prepared(db, `DELETE FROM job_categories WHERE jobid IN ${AMONG}`).run([ids])
  prepared(
    db,
    `UPDATE lanes SET jobids = (
       SELECT json_group_array(p.value) FROM json_each(lanes.jobids) AS p
       WHERE p.value NOT IN ${AMONG})`,
  ).run([ids])
}

/** Lines that moved stock: the ledger names them for good. */
export const linesWithMovements = (db: TenantDb, ids: string) =>
  prepared<{ id: string }>(
    db,
    `SELECT value AS id FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM stock_ledger AS l WHERE l.materialid = value)`,
  ).all([ids])

/** Takes lines out of their jobs, as a person does, with nothing consumed. */
export const archiveLines = (db: TenantDb, ids: string, now: string) =>
  prepared(
    db,
    `UPDATE materials SET archived = 1, consumed = 0, version = version + 1, updatedutc = ? WHERE id IN ${AMONG}`,
  ).run([now, ids])

/** Says that what jobs show has changed. */
export const touchLineJobs = (db: TenantDb, ids: string, seq: number) =>
  prepared(db, `UPDATE jobs SET seq = ? WHERE id IN (SELECT jobid FROM materials WHERE id IN ${AMONG})`).run([
    seq,
    ids,
  ])

/** The jobs of these lines whose issued invoice charges them, by reference. */
export const listInvoicedJobs = (db: TenantDb, ids: string) =>
  prepared<{ reference: string; number: string }>(
    db,
    `SELECT jobs.reference, invoices.number
       FROM invoices JOIN jobs ON jobs.id = invoices.jobid
      WHERE invoices.jobid IN (SELECT jobid FROM materials WHERE id IN ${AMONG})
        AND invoices.kind = 'invoice' AND invoices.state = 'issued'
      ORDER BY jobs.reference`,
  ).all([ids])

export type Booked = {
  seq: number
  inventoryid: string
  storageid: string | null
  inventoryclass: number | null
  quantity: number
  kind: string
  jobid: string | null
  materialid: string | null
}

/** Movements that one import booked and nobody took back, the newest first. */
export const movementsBetween = (db: TenantDb, from: number, to: number) =>
  prepared<Booked>(
    db,
    `SELECT seq, inventoryid, storageid, inventoryclass, quantity, kind, jobid, materialid FROM stock_ledger AS l
     WHERE seq > ? AND seq <= ? AND NOT EXISTS (SELECT 1 FROM stock_ledger AS r WHERE r.reverses = l.seq)
     ORDER BY seq DESC`,
  ).all([from, to])
