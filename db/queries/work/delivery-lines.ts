import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import { isHourSql, isLabourItemSql } from '#db/queries/catalogue/labour-items.ts'
import { bindSearch, containsBound } from '#db/queries/lists.ts'
import { nameIn } from '#db/queries/names.ts'
import { isOnLanes } from '#db/queries/work/on-lanes.ts'
import {
  clients,
  deliveries,
  delivery_lines,
  equipment,
  inventory,
  jobs,
  locations,
  materials,
  storage,
} from '#db/schema/tenant/index.ts'
import {
  filtered,
  type GivenParams,
  inList,
  isTrue,
  type Params,
  type RowOf,
  statement,
} from '#db/statement.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'

const OUTPUT = 2

/** On notes, drafts included, less what came back. */
const allocated = sql<number>`coalesce((SELECT sum(d.quantity - d.returned) FROM ${delivery_lines} AS d
  WHERE d.materialid = ${materials.id}), 0)`

/** An issued note has, or had, some of it. */
const wasnoted =
  isTrue(sql`EXISTS (SELECT 1 FROM ${delivery_lines} AS d JOIN ${deliveries} AS n ON n.id = d.deliveryid
  WHERE d.materialid = ${materials.id} AND n.state <> 'draft')`)

/** Credited for good, and with us: it goes out again only where somebody chooses to. */
const settled = sql<number>`coalesce((SELECT sum(c.restocked + c.backbynote + c.backaside - c.awaited - c.outagain)
  FROM invoice_lines c WHERE c.materialid = ${materials.id} AND c.creditline IS NOT NULL AND c.again = 0), 0)`

/** Came into stock by a credit note, and no note says yet that it came back. */
const awaited = sql<number>`coalesce((SELECT sum(c.awaited) FROM invoice_lines c WHERE c.materialid = ${materials.id}), 0)`

const instock = sql<number>`(coalesce((SELECT sum(d.restocked - d.restockedbefore - d.redelivered) FROM ${delivery_lines} AS d
    WHERE d.materialid = ${materials.id}), 0)
  + coalesce((SELECT sum(c.restocked) FROM invoice_lines c WHERE c.materialid = ${materials.id}), 0))`

/** Made of something that is not work: by the bill of its item, or by the lines of its job. */
const madeofgoods =
  isTrue(sql`(EXISTS (SELECT 1 FROM item_inputs made JOIN inventory used ON used.id = made.inputid
    WHERE made.productid = ${materials.inventoryid} AND NOT ${sql.raw(isLabourItemSql('used'))})
  OR EXISTS (SELECT 1 FROM materials used LEFT JOIN inventory item ON item.id = used.inventoryid
    WHERE used.jobproduct = ${materials.id} AND used.archived = 0
      AND NOT iif(item.id IS NULL, ${sql.raw(isHourSql('used.unit'))}, ${sql.raw(isLabourItemSql('item'))})))`)

/** Of what was used, what is in stock again: it is used no more, and may go out again. What was made stays made. */
const backinstock = sql<number>`iif(${materials.inventoryclass} ${sql.raw(PUTS_IN)}, 0, ${instock})`

/** As \`countGoods\` has it: what was credited for good since is replaced by nothing. */
const replaced = sql<number>`iif(${materials.replaced} = 0, 0, max(0, min(${materials.replaced}, ${instock}
  - coalesce((SELECT sum(c.restocked + c.backbynote - c.awaited - c.outagain)
    FROM invoice_lines c WHERE c.materialid = ${materials.id} AND c.creditline IS NOT NULL AND c.again = 0), 0))))`

const ordered = sql<number>`max(${materials.estimated}, ${materials.consumed} + ${backinstock} - ${replaced})`

const goods = {
  line: getTableColumns(materials),
  code: inventory.code,
  consignmentcode: inventory.consignmentcode,
  itemname: nameIn(inventory) as SQL<string | null>,
  reference: jobs.reference,
  boardid: jobs.boardid,
  status: jobs.status,
  template: jobs.template,
  client: jobs.client,
  clientname: clients.name,
  location: jobs.location,
  locationname: locations.name,
  ordered,
  allocated,
  settled,
  awaited,
  madeofgoods,
  wasnoted,
}

/** With `goodsJoined`. The second is looked up for each row of the first. */
const selectGoods = (q: QueryBuilder, first: SQL, second: SQL) =>
  q
    .select(goods)
    .from(first)
    .crossJoin(second)
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))

const goodsJoined = and(
  eq(materials.jobid, jobs.id),
  eq(materials.role, OUTPUT),
  eq(materials.archived, false),
)
const mayLeave = sql`${ordered} > ${allocated}`
const isLeft = sql`${mayLeave} AND ${ordered} > ${allocated} + ${settled}`

type Values = { boardid?: string; client?: string; take: number } & ReturnType<typeof bindSearch>

const onBoard = filtered((q, p: GivenParams<Values>, _: Record<never, never>) =>
  selectGoods(q, sql`${jobs} INDEXED BY jobs_lane`, sql`${materials}`)
    .where(
      and(
        goodsJoined,
        isOnLanes,
        inArray(jobs.status, [APPROVE, COMPLETE]),
        p.boardid && eq(jobs.boardid, p.boardid),
        p.client && eq(jobs.client, p.client),
        isLeft,
        containsBound([jobs.reference, clients.name, materials.description, inventory.code], p),
      ),
    )
    .orderBy(
      asc(sql`${clients.name} COLLATE NOCASE`),
      asc(sql`${locations.name} COLLATE NOCASE`),
      asc(jobs.reference),
      asc(materials.rank),
      asc(materials.id),
    )
    .limit(p.take as Placeholder),
)

type Wanted = { boardid: string; client?: string; search?: string; take: number }

/** What jobs of a board in Approve and Complete have still to deliver, by client, place and job. */
export const listUndelivered = (db: TenantDb, { search, client, ...rest }: Wanted): GoodsRow[] =>
  onBoard.all(db, { ...rest, client: client || undefined, ...bindSearch(search) }, {})

const ofJob = statement((q, p: Params<{ jobid: string }>) =>
  selectGoods(q, sql`${jobs}`, sql`${materials}`)
    .where(and(goodsJoined, eq(jobs.id, p.jobid), mayLeave))
    .orderBy(asc(materials.rank), asc(materials.id)),
)

/** With what came back and was credited, which may go out again. */
export const listUndeliveredOfJob = (db: TenantDb, jobid: string): GoodsRow[] => ofJob.all(db, { jobid })

const named = statement((q, p: Params<{ ids: readonly string[] }>) =>
  selectGoods(q, sql`${materials}`, sql`${jobs}`).where(and(goodsJoined, inList(materials.id, p.ids))),
)
export type GoodsRow = RowOf<typeof named>

/** Output lines that are not removed, with what of each is on notes. */
export const findGoods = (db: TenantDb, ids: readonly string[]): GoodsRow[] => named.all(db, { ids })

const selectLines = (q: QueryBuilder) =>
  q
    .select({
      ...getTableColumns(delivery_lines),
      jobid: materials.jobid,
      reference: jobs.reference,
      description: materials.description,
      unit: materials.unit,
      inventoryid: materials.inventoryid,
      inventoryclass: materials.inventoryclass,
      ordered,
      code: inventory.code,
      consignmentcode: inventory.consignmentcode,
      itemname: nameIn(inventory) as SQL<string | null>,
      equipmentname: equipment.name,
      equipmentbarcode: equipment.barcode,
      allocated,
    })
    .from(delivery_lines)
    .innerJoin(materials, eq(materials.id, delivery_lines.materialid))
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(equipment, eq(equipment.id, delivery_lines.equipmentid))

const ofNote = statement((q, p: Params<{ deliveryid: string }>) =>
  selectLines(q)
    .where(eq(delivery_lines.deliveryid, p.deliveryid))
    .orderBy(asc(delivery_lines.rank), asc(delivery_lines.id)),
)
export type DeliveryLineRow = RowOf<typeof ofNote>

export const listDeliveryLines = (db: TenantDb, deliveryid: string): DeliveryLineRow[] =>
  ofNote.all(db, { deliveryid })

const consigned = statement((q, p: Params<{ client: string }>) =>
  q
    .select({
      id: delivery_lines.id,
      deliveryid: deliveries.id,
      number: sql<string>`${deliveries.number}`,
      date: deliveries.date,
      boardid: deliveries.boardid,
      location: deliveries.location,
      storageid: storage.id,
      storagename: storage.name,
      materialid: materials.id,
      reference: jobs.reference,
      inventoryid: materials.inventoryid,
      code: inventory.code,
      consignmentcode: inventory.consignmentcode,
      description: materials.description,
      unit: materials.unit,
      quantity: delivery_lines.quantity,
      returned: delivery_lines.returned,
      sold: delivery_lines.sold,
    })
    .from(deliveries)
    .innerJoin(delivery_lines, eq(delivery_lines.deliveryid, deliveries.id))
    .innerJoin(storage, eq(storage.id, deliveries.storageid))
    .innerJoin(materials, eq(materials.id, delivery_lines.materialid))
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .where(
      and(
        eq(deliveries.client, p.client),
        isNotNull(deliveries.storageid),
        ne(deliveries.state, 'draft'),
        sql`${delivery_lines.quantity} > ${delivery_lines.returned} + ${delivery_lines.sold}`,
      ),
    )
    .orderBy(asc(deliveries.date), asc(deliveries.id), asc(delivery_lines.rank)),
)
export type ConsignedRow = RowOf<typeof consigned>

/** What lies at a client's on consignment, neither sold nor back. */
export const listConsigned = (db: TenantDb, client: string): ConsignedRow[] => consigned.all(db, { client })

const delivered = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      materialid: materials.id,
      description: materials.description,
      unit: materials.unit,
      whole: ordered,
      // Of goods on consignment, what was sold or came back: the rest is still ours.
      delivered: sql<number>`sum(iif(${deliveries.storageid} IS NULL, ${delivery_lines.quantity},
        ${delivery_lines.sold} + ${delivery_lines.returned}))`,
      returned: sql<number>`sum(${delivery_lines.returned})`,
    })
    .from(materials)
    .crossJoin(delivery_lines)
    .crossJoin(deliveries)
    .where(
      and(
        eq(materials.jobid, p.jobid),
        eq(materials.archived, false),
        eq(materials.nonbillable, false),
        eq(delivery_lines.materialid, materials.id),
        eq(deliveries.id, delivery_lines.deliveryid),
        ne(deliveries.state, 'draft'),
      ),
    )
    .groupBy(materials.id)
    .orderBy(asc(materials.rank), asc(materials.id)),
)

/** What left of each line of a job for good, and came back. */
export const listDeliveredOfJob = (db: TenantDb, jobid: string) => delivered.all(db, { jobid })
