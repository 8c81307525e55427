import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { allowedSort, bindSearch, containsBound, type ListQuery, TAKE } from '#db/queries/lists.ts'
import {
  type OrderState,
  organisations,
  purchaseorder_lines,
  purchaseorder_pdfs,
  purchaseorders,
  supplierinvoice_lines,
  supplierinvoices,
  suppliers,
} from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, isTrue, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { openLine } from './open-line.ts'

export type PurchaseOrder = typeof purchaseorders.$inferSelect

// What was sent keeps the name that it was sent to; a draft shows today's.
const supplierName = sql<string>`coalesce(CASE WHEN ${purchaseorders.sentutc} IS NOT NULL
  THEN ${purchaseorders.snapshot} ->> '$.supplier.name' END, ${suppliers.name})`

/** What approved invoices of its supplier charge of a line, less what they credit. */
const charged = sql`coalesce((SELECT sum(iif(i.kind = 'invoice', 1, -1) * c.quantity) FROM ${supplierinvoice_lines} AS c
  JOIN ${supplierinvoices} AS i ON i.id = c.invoiceid AND i.approvedutc IS NOT NULL AND i.cancelledutc IS NULL
  WHERE c.orderlineid = l.id), 0)`

/** That of its goods; of an order without goods, that of its charges: nobody receives them, so it ends once all is charged or closed. */
const state = sql<OrderState>`CASE
  WHEN ${purchaseorders.sentutc} IS NULL THEN 'draft'
  WHEN ${purchaseorders.cancelledutc} IS NOT NULL THEN 'cancelled'
  ELSE (SELECT CASE
    WHEN max(l.receivable) = 0 THEN CASE WHEN max(l.quantity - l.closedshort > ${charged}) THEN 'sent'
      WHEN max(l.closedshort) > 0 THEN 'closed' ELSE 'received' END
    WHEN max(l.receivable = 1 AND ${openLine('l')}) = 0
      THEN iif(max(l.receivable = 1 AND l.closedshort > 0), 'closed', 'received')
    ELSE iif(max(l.received) > 0, 'part', 'sent') END
  FROM ${purchaseorder_lines} AS l WHERE l.orderid = ${purchaseorders.id}) END`

const total = sql<number>`coalesce((SELECT sum(l.net) FROM ${purchaseorder_lines} AS l
  WHERE l.orderid = ${purchaseorders.id}), 0)`

/** When it is waited for: the promise, else the day that was asked for. */
const awaited = sql<string | null>`coalesce(${purchaseorders.expected}, ${purchaseorders.required})`

const isAwaited = sql`${purchaseorders.sentutc} IS NOT NULL AND ${purchaseorders.cancelledutc} IS NULL AND EXISTS (
  SELECT 1 FROM ${purchaseorder_lines} AS l WHERE l.orderid = ${purchaseorders.id} AND l.receivable = 1 AND ${openLine('l')})`

const isLate = (today: SQL | Placeholder) => sql`(${awaited} < ${today} AND ${isAwaited})`

const shown = {
  order: purchaseorders,
  state,
  total,
  awaited: isTrue(isAwaited),
  suppliername: supplierName,
  organisationname: organisations.name,
  lines: sql<number>`(SELECT count(*) FROM ${purchaseorder_lines} AS l WHERE l.orderid = ${purchaseorders.id})`,
}

const selectOrders = (q: QueryBuilder) =>
  q.select(shown).from(purchaseorders).crossJoin(suppliers).crossJoin(organisations)

const isJoined = and(
  eq(suppliers.id, purchaseorders.supplier),
  eq(organisations.id, purchaseorders.organisation),
)

const one = statement((q, p: Params<{ id: string }>) =>
  selectOrders(q).where(and(isJoined, eq(purchaseorders.id, p.id))),
)
export type OrderRow = RowOf<typeof one>

export const orderRow = (db: TenantDb, id: string) => one.get(db, { id })

export type OrderFilter = {
  state?: OrderState
  supplier?: string
  jobid?: string
  inventoryid?: string
  /** Today: those that should have come before it. */
  late?: string
  search?: string
}

type Values = Omit<OrderFilter, 'search'> & ReturnType<typeof bindSearch>

const bind = ({ state, supplier, jobid, inventoryid, late, search }: OrderFilter) => ({
  state: state || undefined,
  supplier: supplier || undefined,
  jobid: jobid || undefined,
  inventoryid: inventoryid || undefined,
  late: late || undefined,
  ...bindSearch(search),
})

const hasLine = (condition: SQL) => sql`${purchaseorders.id} IN (SELECT l.orderid
  FROM ${purchaseorder_lines} AS l WHERE ${condition})`

const matches = (p: GivenParams<Values>): SQL | undefined =>
  and(
    p.supplier && eq(purchaseorders.supplier, p.supplier),
    p.jobid && hasLine(sql`l.jobid = ${p.jobid}`),
    p.inventoryid && hasLine(sql`l.inventoryid = ${p.inventoryid}`),
    p.late && isLate(p.late),
    p.state && sql`${state} = ${p.state}`,
    containsBound([sql`${purchaseorders.number}`, purchaseorders.reference, supplierName], p),
  )

const sortable: Record<string, SQL> = {
  number: sql`${purchaseorders.series}`,
  date: sql`${purchaseorders.date}`,
  supplier: sql`${supplierName} COLLATE NOCASE`,
  reference: sql`${purchaseorders.reference} COLLATE NOCASE`,
  expected: awaited,
  total,
}

function order(sort: string): SQL[] {
  const way = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const column = sortable[sort.replace(/^-/, '')] ?? purchaseorders.date
  return [sql`${column} ${way}`, sql`${purchaseorders.id} ${way}`]
}

const listed = filtered(
  (q, p: GivenParams<Values & { take: number; skip: number }>, shape: { sort: string }) =>
    selectOrders(q)
      .where(and(isJoined, matches(p)))
      .orderBy(...order(shape.sort))
      .limit(p.take as Placeholder)
      .offset(p.skip as Placeholder),
)

/** The newest first, unless said otherwise. */
export const listOrders = (
  db: TenantDb,
  filter: OrderFilter,
  { sort = '-date', take = TAKE, skip = 0 }: ListQuery,
): OrderRow[] =>
  listed.all(db, { ...bind(filter), take, skip }, { sort: allowedSort(sortable, sort, 'date') })

const tallied = filtered((q, p: GivenParams<Values & { today: string }>, _: Record<never, never>) =>
  q
    .select({
      state,
      n: sql<number>`count(*)`,
      total: sql<number>`sum(${total})`,
      late: sql<number>`sum(${isLate(p.today as Placeholder)})`,
    })
    .from(purchaseorders)
    .crossJoin(suppliers)
    .where(and(eq(suppliers.id, purchaseorders.supplier), matches(p)))
    .groupBy(sql`1`),
)

/** How many stand in each state, what they come to, and how many of them are late. */
export const tallyOrders = (db: TenantDb, filter: OrderFilter, today: string) =>
  tallied.all(db, { ...bind({ ...filter, state: undefined }), today }, {})

const pdf = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ bytes: purchaseorder_pdfs.bytes, sha256: purchaseorder_pdfs.sha256 })
    .from(purchaseorder_pdfs)
    .where(eq(purchaseorder_pdfs.orderid, p.id)),
)

export const findOrderPdf = (db: TenantDb, id: string) => pdf.get(db, { id })
