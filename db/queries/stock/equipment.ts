import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { alias, type QueryBuilder } from 'drizzle-orm/sqlite-core'
import { ON_LANES } from '#db/job-status.ts'
import { toGlobPatterns } from '#db/queries/search-patterns.ts'
import { isOnLanes } from '#db/queries/work/on-lanes.ts'
import { equipment, job_equipment, jobs, locations, storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { byWords } from '#db/word-order.ts'

/** A thing is out while it waits to be processed on a job that is on the lanes. */
const isOut = and(eq(job_equipment.processed, false), isOnLanes)
const jobOut = sql`SELECT ${job_equipment.jobid} FROM ${job_equipment}
  JOIN ${jobs} ON ${jobs.id} = ${job_equipment.jobid}
  WHERE ${job_equipment.equipmentid} = ${equipment.id} AND ${isOut}`

const equipmentJobs = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      equipmentid: job_equipment.equipmentid,
      jobid: job_equipment.jobid,
      reference: jobs.reference,
      boardid: jobs.boardid,
      location: jobs.location,
    })
    .from(listItems(p.ids))
    .crossJoin(job_equipment)
    .innerJoin(jobs, eq(jobs.id, job_equipment.jobid))
    .where(and(eq(job_equipment.equipmentid, listItem), isOut)),
)
type EquipmentJob = RowOf<typeof equipmentJobs>

export const findEquipmentJobs = (db: TenantDb, ids: readonly string[]): EquipmentJob[] =>
  equipmentJobs.all(db, { ids })

const taken = statement((q, p: Params<{ jobid: string }>) => {
  const mine = alias(job_equipment, 'mine')
  return q
    .select({
      equipmentid: mine.equipmentid,
      name: equipment.name,
      role: mine.role,
      elsewhere: jobs.reference,
    })
    .from(mine)
    .innerJoin(equipment, eq(equipment.id, mine.equipmentid))
    .innerJoin(job_equipment, eq(job_equipment.equipmentid, mine.equipmentid))
    .innerJoin(jobs, eq(jobs.id, job_equipment.jobid))
    .where(and(eq(mine.jobid, p.jobid), eq(mine.processed, false), ne(job_equipment.jobid, p.jobid), isOut))
})

/** Pieces that stand on this job unprocessed and went out on another meanwhile. */
export const listTakenPieces = (db: TenantDb, jobid: string) => taken.all(db, { jobid })

const freeSince = sql<string>`coalesce(${equipment.freesinceutc}, ${equipment.createdutc})`

const assets = statement((q, p: Params<{ code: string }>) =>
  q
    .select({
      id: equipment.id,
      name: equipment.name,
      code: equipment.code,
      barcode: equipment.barcode,
      model: equipment.model,
      serial: equipment.serial,
      jobid: sql<string | null>`(${jobOut} LIMIT 1)`,
      freesinceutc: freeSince,
    })
    .from(equipment)
    .where(and(eq(equipment.archived, false), eq(equipment.code, p.code)))
    .orderBy(asc(freeSince), asc(equipment.id)),
)
export type Asset = RowOf<typeof assets>

export const listAssetsByCode = (db: TenantDb, code: string): Asset[] => assets.all(db, { code })

type Piece = typeof equipment.$inferSelect

export type AssetCode = Pick<Piece, 'code'> & {
  total: number
  available: number
  id: Piece['id'] | null
  name: Piece['name'] | null
  since: string | null
}

export const MOST_CODES = 500

// Text for its window: drizzle has none.
const ASSET_CODES = `
  WITH pieces AS (
    SELECT e.id, e.name, e.code, coalesce(e.freesinceutc, e.createdutc) AS since, EXISTS (
      SELECT 1 FROM job_equipment o JOIN jobs j ON j.id = o.jobid
      WHERE o.equipmentid = e.id AND o.processed = 0 AND j.template = 0 AND j.status ${ON_LANES}) AS out
    FROM equipment e WHERE e.archived = 0 AND e.code <> ''
      AND NOT EXISTS (SELECT 1 FROM json_each(?) WHERE concat_ws(char(31), e.code, e.name) NOT GLOB value)),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY code ORDER BY out, since, id) AS turn,
      count(*) OVER (PARTITION BY code) AS total, sum(out = 0) OVER (PARTITION BY code) AS available
    FROM pieces)
  SELECT code, total, available,
    iif(out, NULL, id) AS id, iif(out, NULL, name) AS name, iif(out, NULL, since) AS since
  FROM ranked WHERE turn = 1
  ORDER BY ${byWords('code')}, code LIMIT ${MOST_CODES}`

export const assetCodes = (db: TenantDb, search: string): AssetCode[] =>
  prepared<AssetCode>(db, ASSET_CODES).all([toGlobPatterns(search)])

const availability = statement((q, p: Params<{ codes: readonly string[] }>) =>
  q
    .select({
      code: equipment.code,
      total: count(),
      available: sql<number>`sum(NOT EXISTS (${jobOut}))`,
    })
    .from(listItems(p.codes))
    .crossJoin(equipment)
    .where(and(eq(equipment.code, listItem), eq(equipment.archived, false)))
    .groupBy(equipment.code),
)

export const countAvailability = (db: TenantDb, codes: readonly string[]) =>
  availability.all(db, { codes: [...new Set(codes)] })

const allocations = (q: QueryBuilder) =>
  q
    .select({
      jobid: job_equipment.jobid,
      reference: jobs.reference,
      equipmentid: job_equipment.equipmentid,
      name: equipment.name,
      code: equipment.code,
      barcode: equipment.barcode,
      model: equipment.model,
      role: job_equipment.role,
      processed: job_equipment.processed,
      addedutc: job_equipment.addedutc,
      storagename: storage.name,
      locationname: locations.name,
    })
    .from(job_equipment)
    .innerJoin(equipment, eq(equipment.id, job_equipment.equipmentid))
    .innerJoin(jobs, eq(jobs.id, job_equipment.jobid))
    .leftJoin(storage, eq(storage.id, equipment.storageid))
    .leftJoin(locations, eq(locations.id, equipment.location))

const onJob = statement((q, p: Params<{ jobid: string }>) =>
  allocations(q)
    .where(eq(job_equipment.jobid, p.jobid))
    .orderBy(asc(job_equipment.addedutc), asc(job_equipment.equipmentid)),
)
export type Allocation = RowOf<typeof onJob>

const piecesOfJob = statement((q, p: Params<{ jobid: string }>) =>
  q.select({ n: count() }).from(job_equipment).where(eq(job_equipment.jobid, p.jobid)),
)

export const countJobEquipment = (db: TenantDb, jobid: string) => piecesOfJob.get(db, { jobid })?.n ?? 0

export const listJobEquipment = (db: TenantDb, jobid: string) => onJob.all(db, { jobid })

const allocation = statement((q, p: Params<{ jobid: string; equipmentid: string }>) =>
  allocations(q).where(and(eq(job_equipment.jobid, p.jobid), eq(job_equipment.equipmentid, p.equipmentid))),
)

export const findAllocation = (db: TenantDb, jobid: string, equipmentid: string) =>
  allocation.get(db, { jobid, equipmentid })

export const insertAllocation = (
  db: TenantDb,
  jobid: string,
  equipmentid: string,
  role: number,
  now: string,
) =>
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

type Packed = { jobid: string; equipmentid: string; field: 'jobequipment' | 'inputequipment'; now: string }

export const unpackMaterials = (db: TenantDb, { jobid, equipmentid, field, now }: Packed) =>
  prepared<{ description: string }>(
    db,
    `UPDATE materials SET ${field} = NULL, version = version + 1, updatedutc = ?
     WHERE jobid = ? AND archived = 0 AND ${field} = ? RETURNING description`,
  ).all([now, jobid, equipmentid])

export const deleteAllocation = (db: TenantDb, jobid: string, equipmentid: string) =>
  prepared(db, 'DELETE FROM job_equipment WHERE jobid = ? AND equipmentid = ?').run([jobid, equipmentid])

/** Home again: from now on it is the last of its code to go out. */
export const setFreeSince = (db: TenantDb, equipmentid: string, now: string) =>
  prepared(db, 'UPDATE equipment SET freesinceutc = ? WHERE id = ?').run([now, equipmentid])

const pieceById = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ id: equipment.id, name: equipment.name })
    .from(equipment)
    .where(and(eq(equipment.id, p.id), eq(equipment.archived, false))),
)

export const equipmentInUse = (db: TenantDb, id: string) => pieceById.get(db, { id })

const piecesByIds = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: equipment.id, name: equipment.name })
    .from(equipment)
    .where(and(inList(equipment.id, p.ids), eq(equipment.archived, false))),
)

export const someEquipmentInUse = (db: TenantDb, ids: readonly string[]) => piecesByIds.all(db, { ids })

const scanned = statement((q, p: Params<{ barcode: string }>) =>
  q
    .select({ id: equipment.id, name: equipment.name })
    .from(equipment)
    .where(
      and(
        // As it was read, or in one case: each of the three is found by the index.
        sql`${equipment.barcode} IN (${p.barcode}, upper(${p.barcode}), lower(${p.barcode}))`,
        ne(equipment.barcode, ''),
        eq(equipment.archived, false),
      ),
    )
    .orderBy(asc(equipment.id))
    .limit(1),
)

export const equipmentByBarcode = (db: TenantDb, barcode: string) => scanned.get(db, { barcode })
