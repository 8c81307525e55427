import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import {
  boards,
  inventory,
  jobs,
  purchaseorder_lines,
  purchaseorders,
  suppliers,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { openLine } from './open-line.ts'

const selectLines = (q: QueryBuilder) =>
  q
    .select({
      ...getTableColumns(purchaseorder_lines),
      code: inventory.code,
      itemname: nameIn(inventory) as SQL<string | null>,
      baseunit: inventory.baseunit,
      defaultstorageid: inventory.defaultstorageid,
      barcode: inventory.barcode,
      jobreference: jobs.reference,
      jobboardid: jobs.boardid,
      joblocation: jobs.location,
      jobboardslug: boards.slug,
    })
    .from(purchaseorder_lines)
    .leftJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(jobs, eq(jobs.id, purchaseorder_lines.jobid))
    .leftJoin(boards, eq(boards.id, jobs.boardid))

const ofOrder = statement((q, p: Params<{ orderid: string }>) =>
  selectLines(q)
    .where(eq(purchaseorder_lines.orderid, p.orderid))
    .orderBy(asc(purchaseorder_lines.rank), asc(purchaseorder_lines.id)),
)
export type OrderLineRow = RowOf<typeof ofOrder>

export const listOrderLines = (db: TenantDb, orderid: string): OrderLineRow[] => ofOrder.all(db, { orderid })

const openByItem = {
  inventoryid: sql<string>`l.inventoryid`,
  unitratio: sql<string>`l.unitratio`,
  quantity: sql<number>`sum(l.quantity - l.received + l.replaced - l.closedshort)`,
}

const waitedFor = and(
  sql`l.receivable = 1`,
  openLine('l'),
  eq(purchaseorders.id, sql`l.orderid`),
  sql`${purchaseorders.sentutc} IS NOT NULL`,
)

const open = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select(openByItem)
    .from(listItems(p.inventoryids))
    .crossJoin(sql`${purchaseorder_lines} AS l INDEXED BY purchaseorder_lines_open`)
    .crossJoin(purchaseorders)
    .where(and(sql`l.inventoryid = ${listItem}`, waitedFor))
    .groupBy(sql`l.inventoryid`, sql`l.unitratio`),
)

/** What is sent and not yet received of each item, in millionths of the lines' units. */
export const listOpenByItem = (db: TenantDb, inventoryids: readonly string[]) =>
  open.all(db, { inventoryids })

const openForJobs = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({ jobid: listItem, ...openByItem })
    .from(listItems(p.jobids))
    .crossJoin(sql`${purchaseorder_lines} AS l`)
    .crossJoin(purchaseorders)
    .where(and(sql`l.jobid = ${listItem}`, waitedFor))
    .groupBy(listItem, sql`l.inventoryid`, sql`l.unitratio`),
)

/** The same, of what each of these jobs waits for. */
export const listOpenForJobs = (db: TenantDb, jobids: readonly string[]) => openForJobs.all(db, { jobids })

const receivedForJobs = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: listItem,
      inventoryid: sql<string>`l.inventoryid`,
      unitratio: sql<string>`l.unitratio`,
      quantity: sql<number>`sum(l.received - l.returned)`,
    })
    .from(listItems(p.jobids))
    .crossJoin(sql`${purchaseorder_lines} AS l`)
    .where(and(sql`l.jobid = ${listItem}`, sql`l.received > l.returned`))
    .groupBy(listItem, sql`l.inventoryid`, sql`l.unitratio`),
)

/** What came for each of these jobs and did not go back, in millionths of the lines' units. */
export const listReceivedForJobs = (db: TenantDb, jobids: readonly string[]) =>
  receivedForJobs.all(db, { jobids })

const onOrders = (q: QueryBuilder) =>
  q
    .select({
      id: purchaseorder_lines.id,
      orderid: purchaseorder_lines.orderid,
      number: purchaseorders.number,
      supplier: purchaseorders.supplier,
      suppliername: suppliers.name,
      date: purchaseorders.date,
      required: purchaseorders.required,
      expected: purchaseorders.expected,
      sentutc: purchaseorders.sentutc,
      cancelledutc: purchaseorders.cancelledutc,
      unit: purchaseorder_lines.unit,
      quantity: purchaseorder_lines.quantity,
      received: purchaseorder_lines.received,
      replaced: purchaseorder_lines.replaced,
      closedshort: purchaseorder_lines.closedshort,
      rate: purchaseorder_lines.rate,
      jobid: purchaseorder_lines.jobid,
      jobreference: jobs.reference,
      jobboardid: jobs.boardid,
      joblocation: jobs.location,
    })
    .from(purchaseorder_lines)
    .innerJoin(purchaseorders, eq(purchaseorders.id, purchaseorder_lines.orderid))
    .innerJoin(suppliers, eq(suppliers.id, purchaseorders.supplier))
    .leftJoin(jobs, eq(jobs.id, purchaseorder_lines.jobid))

const ofJobItem = statement((q, p: Params<{ jobid: string; inventoryid: string }>) =>
  onOrders(q)
    .where(and(eq(purchaseorder_lines.jobid, p.jobid), eq(purchaseorder_lines.inventoryid, p.inventoryid)))
    .orderBy(desc(purchaseorder_lines.id)),
)
export type OrderedRow = RowOf<typeof ofJobItem>

/** Lines that order an item for a job, the newest first. */
export const listOrderedForJob = (db: TenantDb, jobid: string, inventoryid: string): OrderedRow[] =>
  ofJobItem.all(db, { jobid, inventoryid })

type OfItem = { inventoryid: string; jobid: string; take: number }

const openOfItem = statement((q, p: Params<OfItem>) =>
  onOrders(q)
    .where(
      and(
        eq(purchaseorder_lines.inventoryid, p.inventoryid),
        sql`${purchaseorder_lines.receivable} = 1`,
        openLine('purchaseorder_lines'),
        sql`${purchaseorders.sentutc} IS NOT NULL`,
      ),
    )
    .orderBy(
      desc(sql`${purchaseorder_lines.jobid} IS ${p.jobid}`),
      asc(sql`coalesce(${purchaseorders.expected}, ${purchaseorders.required}, '9999')`),
      asc(purchaseorder_lines.id),
    )
    .limit(p.take),
)

/** Lines that an item is on order by: those for the job named first, then the first to come. */
export const listOpenOfItem = (db: TenantDb, of: OfItem): OrderedRow[] => openOfItem.all(db, of)

type StoredFigures = Pick<
  OrderLineRow,
  'id' | 'received' | 'returned' | 'replaced' | 'closedshort' | 'receivable'
>

export function storeLineFigures(db: TenantDb, lines: readonly StoredFigures[]) {
  const cells = lines.map(({ id, received, returned, replaced, closedshort, receivable }) => [
    ...[id, received, returned, replaced, closedshort],
    Number(receivable),
  ])
  prepared(
    db,
    `UPDATE purchaseorder_lines
     SET received = value ->> 1, returned = value ->> 2, replaced = value ->> 3, closedshort = value ->> 4,
         receivable = value ->> 5
     FROM json_each(?) WHERE purchaseorder_lines.id = value ->> 0`,
  ).run([JSON.stringify(cells)])
}
