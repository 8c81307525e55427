import { holdsAll, toGlobPatterns } from '#db/queries/alike.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { byWords } from '#db/word-order.ts'

/** A thing is out while it waits to be processed on a job that is on the lanes. */
const IS_OUT = 'o.processed = 0 AND j.template = 0 AND j.status BETWEEN 1 AND 4'
const JOB_OUT = `
  SELECT o.jobid FROM job_equipment o JOIN jobs j ON j.id = o.jobid WHERE o.equipmentid = e.id AND ${IS_OUT}`

export type Whereabouts = { equipmentid: string; jobid: string; reference: string }

/** Which job each of some things is out on; those at home are not among the rows. */
export const findEquipmentJobs = (db: TenantDb, ids: readonly string[]): Whereabouts[] =>
  prepared<Whereabouts>(
    db,
    `SELECT o.equipmentid, o.jobid, j.reference
     FROM json_each(?) AS wanted
     CROSS JOIN job_equipment o ON o.equipmentid = wanted.value
     JOIN jobs j ON j.id = o.jobid
     WHERE ${IS_OUT}`,
  ).all([JSON.stringify(ids)])

export type Asset = {
  id: string
  name: string
  code: string
  barcode: string
  model: string
  serial: string
  jobid: string | null
  freesinceutc: string
}

const ASSETS = `
  SELECT e.id, e.name, e.code, e.barcode, e.model, e.serial, (${JOB_OUT} LIMIT 1) AS jobid,
    coalesce(e.freesinceutc, e.createdutc) AS freesinceutc
  FROM equipment e
  WHERE e.archived = 0 AND e.code = ?`

/** Everything of one code, whoever has been at home longest first: first in, first out. */
export const listAssetsByCode = (db: TenantDb, code: string): Asset[] =>
  prepared<Asset>(db, `${ASSETS} ORDER BY freesinceutc, e.id`).all([code])

export type AssetCode = {
  code: string
  total: number
  available: number
  /** The one that goes out next: at home for the longest. Null when all are out. */
  id: string | null
  name: string | null
  since: string | null
}

/** Every asset code in use whose code or name has a text in it, with how many are at home and which goes next. */
export const assetCodes = (db: TenantDb, search: string): AssetCode[] =>
  prepared<AssetCode>(
    db,
    `WITH pieces AS (
       SELECT e.id, e.name, e.code, coalesce(e.freesinceutc, e.createdutc) AS since, EXISTS (${JOB_OUT}) AS out
       FROM equipment e WHERE e.archived = 0 AND e.code <> '' AND ${holdsAll('concat_ws(char(31), e.code, e.name)', 1)}),
     home AS (
       SELECT code, id, name, since, row_number() OVER (PARTITION BY code ORDER BY since, id) AS turn
       FROM pieces WHERE out = 0)
     SELECT p.code, count(*) AS total, sum(p.out = 0) AS available, h.id, h.name, h.since
     FROM pieces AS p LEFT JOIN home AS h ON h.code = p.code AND h.turn = 1
     GROUP BY p.code ORDER BY ${byWords('p.code')}, p.code LIMIT 500`,
  ).all([toGlobPatterns(search)])

/** How many things of some codes there are, and how many are at home. */
export const countAvailability = (db: TenantDb, codes: readonly string[]) =>
  prepared<{ code: string; total: number; available: number }>(
    db,
    `SELECT e.code, count(*) AS total, sum(NOT EXISTS (${JOB_OUT})) AS available
     FROM json_each(?) AS wanted CROSS JOIN equipment e ON e.code = wanted.value AND e.archived = 0
     GROUP BY e.code`,
  ).all([JSON.stringify([...new Set(codes)])])

export type Allocation = {
  jobid: string
  reference: string
  equipmentid: string
  name: string
  code: string
  barcode: string
  model: string
  /** 1 goes into the job, 2 comes out of it. */
  role: number
  processed: number
  addedutc: string
}

const ALLOCATIONS = `
  SELECT o.jobid, j.reference, o.equipmentid, e.name, e.code, e.barcode, e.model, o.role, o.processed, o.addedutc
  FROM job_equipment o JOIN equipment e ON e.id = o.equipmentid JOIN jobs j ON j.id = o.jobid`

/** What is on a job, in the order it came. */
export const listJobEquipment = (db: TenantDb, jobid: string) =>
  prepared<Allocation>(db, `${ALLOCATIONS} WHERE o.jobid = ? ORDER BY o.addedutc, o.equipmentid`).all([jobid])

export const findAllocation = (db: TenantDb, jobid: string, equipmentid: string) =>
  prepared<Allocation>(db, `${ALLOCATIONS} WHERE o.jobid = ? AND o.equipmentid = ?`).get([jobid, equipmentid])

export const putAllocation = (db: TenantDb, jobid: string, equipmentid: string, role: number, now: string) =>
  prepared(
    db,
    `INSERT INTO job_equipment (jobid, equipmentid, role, processed, addedutc) VALUES (?, ?, ?, 0, ?)
     ON CONFLICT (jobid, equipmentid) DO UPDATE SET role = excluded.role, processed = 0`,
  ).run([jobid, equipmentid, role, now])

export const setAllocation = (
  db: TenantDb,
  jobid: string,
  equipmentid: string,
  role: number,
  processed: boolean,
) =>
  prepared(db, 'UPDATE job_equipment SET role = ?, processed = ? WHERE jobid = ? AND equipmentid = ?').run([
    role,
    processed,
    jobid,
    equipmentid,
  ])

export const dropAllocation = (db: TenantDb, jobid: string, equipmentid: string) =>
  prepared(db, 'DELETE FROM job_equipment WHERE jobid = ? AND equipmentid = ?').run([jobid, equipmentid])

/** Home again: from now on it is the last of its code to go out. */
export const setFreeSince = (db: TenantDb, equipmentid: string, now: string) =>
  prepared(db, 'UPDATE equipment SET freesinceutc = ? WHERE id = ?').run([now, equipmentid])

/** A scanned code as it may be stored: as read, or in one case. Each of the three is found by the index. */
const AS_READ = '(?1, upper(?1), lower(?1))'

export const equipmentByBarcode = (db: TenantDb, barcode: string) =>
  prepared<{ id: string; name: string }>(
    db,
    `SELECT id, name FROM equipment WHERE barcode IN ${AS_READ} AND barcode <> '' AND archived = 0 ORDER BY id LIMIT 1`,
  ).get([barcode])
