import { and, asc, eq, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import { isOnLanes } from '#db/queries/work/on-lanes.ts'
import { inventory, jobs, materials, stock_onhand, storage } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** Lines of jobs that name a place. Quantities in millionths of the line's unit. */
const lines = (q: QueryBuilder) =>
  q
    .select({
      storageid: storage.id,
      storage: storage.name,
      barcode: storage.barcode,
      materialid: materials.id,
      jobid: materials.jobid,
      reference: sql<string>`${jobs.reference}`,
      boardid: jobs.boardid,
      location: jobs.location,
      inventoryid: materials.inventoryid,
      description: materials.description,
      estimated: materials.estimated,
      consumed: materials.consumed,
      unit: materials.unit,
    })
    .from(openJobs)
    .crossJoin(materials)
    .innerJoin(storage, eq(storage.id, materials.storageid))

/** Few are open, however many lines a place has had. */
const openJobs = sql`${jobs} INDEXED BY jobs_lane`
const isLine = and(eq(materials.jobid, jobs.id), eq(materials.archived, false), isOnLanes)
const onBoard = statement((q, p: Params<{ boardid: string }>) =>
  lines(q)
    .where(and(isLine, eq(jobs.boardid, p.boardid)))
    .orderBy(asc(storage.name), asc(storage.id), asc(jobs.reference), asc(materials.rank)),
)
export type StoredLine = RowOf<typeof onBoard>

export const linesOnBoard = (db: TenantDb, boardid: string): StoredLine[] => onBoard.all(db, { boardid })

const atStorage = statement((q, p: Params<{ storageid: string }>) =>
  lines(q)
    .where(and(isLine, eq(materials.storageid, p.storageid)))
    .orderBy(asc(jobs.reference), asc(materials.rank)),
)

export const linesAtStorage = (db: TenantDb, storageid: string): StoredLine[] =>
  atStorage.all(db, { storageid })

const stored = statement((q, p: Params<{ storageid: string }>) =>
  q
    .select({
      id: inventory.id,
      code: inventory.code,
      baseunit: inventory.baseunit,
      quantity: stock_onhand.quantity,
      name: nameIn(inventory),
    })
    .from(stock_onhand)
    .innerJoin(inventory, eq(inventory.id, stock_onhand.inventoryid))
    .where(and(eq(stock_onhand.storageid, p.storageid), sql`${stock_onhand.quantity} <> 0`))
    .orderBy(asc(inventory.code)),
)
type StoredItemRow = RowOf<typeof stored>

export const itemsAtStorage = (db: TenantDb, storageid: string): StoredItemRow[] =>
  stored.all(db, { storageid })
