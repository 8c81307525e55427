import { and, asc, desc, eq, isNull, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { allowedSort, bindSearch, containsBound, type ListQuery, TAKE } from '#db/queries/lists.ts'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import {
  organisations,
  type SupplierInvoiceKind,
  type SupplierInvoiceState,
  supplier_payment_parts,
  supplier_payments,
  supplierinvoices,
  suppliers,
} from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const state = sql<SupplierInvoiceState>`CASE
  WHEN ${supplierinvoices.cancelledutc} IS NOT NULL THEN 'cancelled'
  WHEN ${supplierinvoices.approvedutc} IS NULL THEN 'draft'
  WHEN ${supplierinvoices.totalcents} = ${supplierinvoices.paidcents} THEN 'paid'
  WHEN ${supplierinvoices.paidcents} <> 0 THEN 'part' ELSE 'approved' END`

const isOpen = sql`(${supplierinvoices.approvedutc} IS NOT NULL AND ${supplierinvoices.cancelledutc} IS NULL
  AND ${supplierinvoices.totalcents} <> ${supplierinvoices.paidcents})`

const open = sql<number>`iif(${isOpen}, ${supplierinvoices.totalcents} - ${supplierinvoices.paidcents}, 0)`

const selectInvoices = (q: QueryBuilder) =>
  q
    .select({
      invoice: supplierinvoices,
      state,
      suppliername: suppliers.name,
      organisationname: organisations.name,
    })
    .from(supplierinvoices)
    .crossJoin(suppliers)
    .crossJoin(organisations)

const isJoined = and(
  eq(suppliers.id, supplierinvoices.supplier),
  eq(organisations.id, supplierinvoices.organisation),
)

const one = statement((q, p: Params<{ id: string }>) =>
  selectInvoices(q).where(and(isJoined, eq(supplierinvoices.id, p.id))),
)
export type SupplierInvoiceRow = RowOf<typeof one>

export const supplierInvoiceRow = (db: TenantDb, id: string) => one.get(db, { id })

const numbered = statement((q, p: Params<{ supplier: string; number: string }>) =>
  q
    .select({ id: supplierinvoices.id })
    .from(supplierinvoices)
    .where(
      and(
        eq(supplierinvoices.supplier, p.supplier),
        sql`${supplierinvoices.number} = ${p.number} COLLATE NOCASE`,
        isNull(supplierinvoices.cancelledutc),
      ),
    ),
)

/** The invoice of a supplier that has this number already. */
export const findByNumber = (db: TenantDb, supplier: string, number: string) =>
  numbered.get(db, { supplier, number })?.id

const draftsOf = statement((q, p: Params<{ supplier: string }>) =>
  q
    .select({ id: supplierinvoices.id })
    .from(supplierinvoices)
    .where(
      and(
        eq(supplierinvoices.supplier, p.supplier),
        isNull(supplierinvoices.approvedutc),
        isNull(supplierinvoices.cancelledutc),
      ),
    ),
)

export const listDraftInvoices = (db: TenantDb, supplier: string) => draftsOf.all(db, { supplier })

export type SupplierInvoiceFilter = {
  state?: SupplierInvoiceState
  kind?: SupplierInvoiceKind
  supplier?: string
  /** Today: those that should have been paid before it. */
  late?: string
  search?: string
}

type Values = Omit<SupplierInvoiceFilter, 'search'> & ReturnType<typeof bindSearch>

const bind = ({ search, ...rest }: SupplierInvoiceFilter) => ({
  state: rest.state || undefined,
  kind: rest.kind || undefined,
  supplier: rest.supplier || undefined,
  late: rest.late || undefined,
  ...bindSearch(search),
})

const isLate = (today: SQL | Placeholder) => sql`(${supplierinvoices.duedate} < ${today} AND ${open} > 0)`

const matches = (p: GivenParams<Values>): SQL | undefined =>
  and(
    p.supplier && eq(supplierinvoices.supplier, p.supplier),
    p.kind && eq(supplierinvoices.kind, p.kind as never),
    p.late && isLate(p.late),
    p.state && sql`${state} = ${p.state}`,
    containsBound([sql`${supplierinvoices.number}`, sql`${suppliers.name}`], p),
  )

const sortable: Record<string, SQL> = {
  number: sql`${supplierinvoices.number} COLLATE NOCASE`,
  date: sql`${supplierinvoices.date}`,
  due: sql`${supplierinvoices.duedate}`,
  supplier: sql`${suppliers.name} COLLATE NOCASE`,
  total: sql`${supplierinvoices.totalcents}`,
  open,
}

function order(sort: string): SQL[] {
  const way = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const column = sortable[sort.replace(/^-/, '')] ?? sql`${supplierinvoices.date}`
  return [sql`${column} ${way}`, sql`${supplierinvoices.id} ${way}`]
}

const listed = filtered(
  (q, p: GivenParams<Values & { take: number; skip: number }>, shape: { sort: string }) =>
    selectInvoices(q)
      .where(and(isJoined, matches(p)))
      .orderBy(...order(shape.sort))
      .limit(p.take as Placeholder)
      .offset(p.skip as Placeholder),
)

/** The newest first, unless said otherwise. */
export const listSupplierInvoices = (
  db: TenantDb,
  filter: SupplierInvoiceFilter,
  { sort = '-date', take = TAKE, skip = 0 }: ListQuery,
): SupplierInvoiceRow[] =>
  listed.all(db, { ...bind(filter), take, skip }, { sort: allowedSort(sortable, sort, 'date') })

const tallied = filtered((q, p: GivenParams<Values & { today: string }>, _: Record<never, never>) =>
  q
    .select({
      state,
      n: sql<number>`count(*)`,
      open: sql<number>`sum(${open})`,
      late: sql<number>`sum(${isLate(p.today as Placeholder)})`,
    })
    .from(supplierinvoices)
    .crossJoin(suppliers)
    .where(and(eq(suppliers.id, supplierinvoices.supplier), matches(p)))
    .groupBy(sql`1`),
)

/** How many stand in each state, what is owed for them, and how many should have been paid. */
export const tallySupplierInvoices = (db: TenantDb, filter: SupplierInvoiceFilter, today: string) =>
  tallied.all(db, { ...bind({ ...filter, state: undefined }), today }, {})

const openOf = statement((q, p: Params<{ supplier: string }>) =>
  q
    .select()
    .from(supplierinvoices)
    .where(and(eq(supplierinvoices.supplier, p.supplier), isOpen))
    .orderBy(asc(supplierinvoices.duedate), asc(supplierinvoices.date), asc(supplierinvoices.id)),
)

/** What is owed to a supplier, and what they owe back: what is due first leads. */
export const listOpenSupplierInvoices = (db: TenantDb, supplier: string) => openOf.all(db, { supplier })

const payment = statement((q, p: Params<{ id: string }>) =>
  q.select().from(supplier_payments).where(eq(supplier_payments.id, p.id)),
)
export const supplierPaymentRow = (db: TenantDb, id: string) => payment.get(db, { id })

const parts = statement((q, p: Params<{ paymentid: string }>) =>
  q
    .select({
      invoiceid: supplier_payment_parts.invoiceid,
      number: supplierinvoices.number,
      cents: supplier_payment_parts.cents,
    })
    .from(supplier_payment_parts)
    .innerJoin(supplierinvoices, eq(supplierinvoices.id, supplier_payment_parts.invoiceid))
    .where(eq(supplier_payment_parts.paymentid, p.paymentid))
    .orderBy(asc(supplier_payment_parts.id)),
)
export const listPaymentParts = (db: TenantDb, paymentid: string) => parts.all(db, { paymentid })

const ofInvoice = statement((q, p: Params<{ invoiceid: string }>) =>
  q
    .select({ payment: supplier_payments, cents: supplier_payment_parts.cents })
    .from(supplier_payment_parts)
    .innerJoin(supplier_payments, eq(supplier_payments.id, supplier_payment_parts.paymentid))
    .where(eq(supplier_payment_parts.invoiceid, p.invoiceid))
    .orderBy(desc(supplier_payments.date), desc(supplier_payments.id)),
)

/** Also those that were taken back. */
export const listPaymentsOfInvoice = (db: TenantDb, invoiceid: string) => ofInvoice.all(db, { invoiceid })

const owed = statement((q, p: Params<{ date: string }>) =>
  q
    .select({
      id: supplierinvoices.id,
      supplier: supplierinvoices.supplier,
      suppliername: suppliers.name,
      number: supplierinvoices.number,
      date: supplierinvoices.date,
      duedate: supplierinvoices.duedate,
      open: sql<number>`${supplierinvoices.totalcents} - coalesce((SELECT sum(x.cents)
        FROM ${supplier_payment_parts} AS x JOIN ${supplier_payments} AS y ON y.id = x.paymentid
        WHERE x.invoiceid = ${supplierinvoices.id} AND y.reversedutc IS NULL AND y.date <= ${p.date}), 0)`.as(
        'open',
      ),
    })
    .from(supplierinvoices)
    .innerJoin(suppliers, eq(suppliers.id, supplierinvoices.supplier))
    .where(
      and(
        lte(supplierinvoices.date, p.date),
        sql`${supplierinvoices.approvedutc} IS NOT NULL`,
        isNull(supplierinvoices.cancelledutc),
        sql`open <> 0`,
      ),
    )
    .orderBy(asc(supplierinvoices.date)),
)
export type OwedToSupplier = RowOf<typeof owed>

/** What was open of approved invoices and credit notes on a day. */
export const listOwedToSuppliers = (db: TenantDb, date: string): OwedToSupplier[] => owed.all(db, { date })

const unpaid = statement((q) =>
  q
    .select(countAndSum(sql`${supplierinvoices.totalcents} - ${supplierinvoices.paidcents}`))
    .from(supplierinvoices)
    .where(isOpen),
)

/** What is open now, less credit notes that pay nothing yet. */
export const sumOwedToSuppliers = (db: TenantDb) => unpaid.get(db) as CountedSum
