import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import { PUTS_IN, TAKES_OUT } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

/** Planned, neither used nor released by hand. `line`: the alias of its table. */
export const reservedSql = (line: string) => `max(0, ${line}.estimated - ${line}.consumed - ${line}.released)`

const reservedQuantity = sql.raw(reservedSql('materials')) as SQL<Quantity>

const onApprovedJob = and(
  inArray(jobs.status, [APPROVE, COMPLETE]),
  eq(jobs.template, false),
  eq(jobs.archived, false),
)

const plansToTake = sql`materials.archived = 0 AND materials.estimated > materials.consumed AND materials.inventoryclass ${sql.raw(TAKES_OUT)}`

const isMade = sql`materials.inventoryclass ${sql.raw(PUTS_IN)}`
const madeAndThere = sql`materials.archived = 0 AND ${isMade} AND materials.consumed > materials.departed + materials.departedbefore`

/** Made, and neither left by a document, nor sold on consignment, nor released by hand. */
const madeQuantity = sql<Quantity>`max(0, materials.consumed - materials.departed - materials.departedbefore - materials.released
  - coalesce((SELECT sum(n.sold) FROM delivery_lines n WHERE n.materialid = materials.id AND n.moved = 1), 0))`

/** What a job uses of what it made is no product of its own, and what is made for nobody is made for stock. */
const madeForClient = sql`${jobs.client} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM materials own WHERE own.jobid = materials.jobid
  AND own.archived = 0 AND own.inventoryid = materials.inventoryid AND own.inventoryclass ${sql.raw(TAKES_OUT)})`

const reserves = and(onApprovedJob, sql`(${plansToTake} OR ${madeAndThere} AND ${madeForClient})`)
const eitherQuantity = sql<Quantity>`iif(${isMade}, ${madeQuantity}, ${reservedQuantity})`

const byItem = {
  // Not null, since it is one of those that were asked for.
  inventoryid: sql<string>`${materials.inventoryid}`,
  unitratio: materials.unitratio,
}

/** Each kind by its own index, without the years of lines that reserve nothing any more. */
const reservingBy = (which: SQL, quantity: SQL<Quantity>) =>
  statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
    q
      .select({ ...byItem, quantity: sql<number>`sum(${quantity})` })
      .from(listItems(p.inventoryids))
      // The joins keep their order, which goes by the item: jobs first would read every open job of the account.
      .crossJoin(materials)
      .crossJoin(jobs)
      .where(and(eq(materials.inventoryid, listItem), eq(jobs.id, materials.jobid), onApprovedJob, which))
      .groupBy(materials.inventoryid, materials.unitratio),
  )

const planning = reservingBy(plansToTake, reservedQuantity)
const making = reservingBy(sql`${madeAndThere} AND ${madeForClient}`, madeQuantity)

/**
 * Decision F16, of approved jobs (lanes 3 and 4), in millionths of the lines' units: what they plan to take, and what they
 * made for a client and has not left (decision 196).
 */
export const listReservingLines = (db: TenantDb, inventoryids: readonly string[]) => [
  ...planning.all(db, { inventoryids }),
  ...making.all(db, { inventoryids }),
]

const waitingForGoods = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select({
      ...byItem,
      jobid: jobs.id,
      reference: jobs.reference,
      boardid: jobs.boardid,
      location: jobs.location,
      quantity: sql<number>`sum(${reservedQuantity})`,
    })
    .from(listItems(p.inventoryids))
    .crossJoin(materials)
    .crossJoin(jobs)
    .where(
      and(
        eq(materials.inventoryid, listItem),
        eq(jobs.id, materials.jobid),
        onApprovedJob,
        plansToTake,
        sql`EXISTS (SELECT 1 FROM purchaseorder_lines l WHERE l.jobid = ${jobs.id}
          AND l.inventoryid = ${materials.inventoryid} AND l.received > l.returned)`,
      ),
    )
    .groupBy(materials.inventoryid, jobs.id, materials.unitratio),
)

/** The jobs that reserve these items and for which some of them came by purchase orders. */
export const listWaitingForGoods = (db: TenantDb, inventoryids: readonly string[]) =>
  waitingForGoods.all(db, { inventoryids })

const ofJobs = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({ jobid: materials.jobid, ...byItem, quantity: sql<number>`sum(${eitherQuantity})` })
    .from(listItems(p.jobids))
    .crossJoin(materials)
    .crossJoin(jobs)
    .where(and(eq(materials.jobid, listItem), eq(jobs.id, materials.jobid), reserves))
    .groupBy(materials.jobid, materials.inventoryid, materials.unitratio),
)

/** What each of these jobs reserves of each item. */
export const listReservedByJobs = (db: TenantDb, jobids: readonly string[]) => ofJobs.all(db, { jobids })

type OfItem = { inventoryid: string; jobid: string; take: number }

const reservationsOf = statement((q, p: Params<OfItem>) =>
  q
    .select({
      id: materials.id,
      reference: jobs.reference,
      description: jobs.description,
      boardid: jobs.boardid,
      location: jobs.location,
      unit: materials.unit,
      released: materials.released,
      reserved: eitherQuantity,
      made: sql<0 | 1>`${isMade}`,
      day: sql<string | null>`substr(coalesce(${jobs.start}, ${jobs.finish}), 1, 10)`,
      total: sql<number>`count(*) OVER ()`,
    })
    .from(materials)
    .crossJoin(jobs)
    .where(
      and(
        sql`${materials.id} IN (
          SELECT id FROM materials WHERE inventoryid = ${p.inventoryid} AND ${plansToTake}
          UNION ALL SELECT id FROM materials WHERE inventoryid = ${p.inventoryid} AND ${madeAndThere})`,
        eq(jobs.id, materials.jobid),
        reserves,
      ),
    )
    .orderBy(
      desc(eq(materials.jobid, p.jobid)),
      asc(sql`coalesce(${jobs.start}, ${jobs.finish}, '9999')`),
      asc(jobs.reference),
      asc(materials.id),
    )
    .limit(p.take),
)

/**
 * The lines that reserve an item or would, had nobody released it, what was made of it too: those of the job named first, then by the day on which
 * they need it. `total`: of all that there are.
 */
export const listReservations = (db: TenantDb, of: OfItem) => reservationsOf.all(db, of)

/** Approval reserves all that a job plans. */
export const reserveAnew = (db: TenantDb, jobid: string) =>
  prepared(
    db,
    'UPDATE materials SET released = 0, version = version + 1 WHERE jobid = ? AND archived = 0 AND released <> 0',
  ).run([jobid])
