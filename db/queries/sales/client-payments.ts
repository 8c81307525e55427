import { and, asc, desc, eq, gte, isNull, lte, type Placeholder, sql } from 'drizzle-orm'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { client_payments, clients, invoice_payments, invoices, jobs } from '#db/schema/tenant/index.ts'
import {
  filtered,
  type GivenParams,
  listItem,
  listItems,
  type Params,
  type RowOf,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'
import { paidBackCents } from './credit-refunds.ts'
import { isUnpaid, openCents } from './invoice-sums.ts'

const open = sql<Cents>`${client_payments.amountcents} - ${client_payments.allocatedcents}`

const byId = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ payment: client_payments, clientname: clients.name, open, paidback: paidBackCents })
    .from(client_payments)
    .leftJoin(clients, eq(clients.id, client_payments.client))
    .where(eq(client_payments.id, p.id)),
)

export const clientPaymentById = (db: TenantDb, id: string) => byId.get(db, { id })

const allocations = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      paymentid: sql<string>`${invoice_payments.paymentid}`,
      invoiceid: invoices.id,
      number: invoices.number,
      jobid: invoices.jobid,
      boardid: jobs.boardid,
      location: jobs.location,
      amount: sql<Cents>`sum(${invoice_payments.amountcents})`,
      rounding: sql<Cents>`sum(${invoice_payments.roundingcents})`,
    })
    .from(listItems(p.ids))
    .innerJoin(invoice_payments, eq(invoice_payments.paymentid, listItem))
    .innerJoin(invoices, eq(invoices.id, invoice_payments.invoiceid))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .groupBy(invoice_payments.paymentid, invoices.id)
    .orderBy(asc(invoices.id)),
)
export type PaidAllocation = RowOf<typeof allocations>

/** What of payments is put to each invoice now; nothing, where all of it was taken away again. */
export const listAllocations = (db: TenantDb, ids: readonly string[]) => allocations.all(db, { ids })

const creditedBy = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .selectDistinct({
      paymentid: sql<string>`${invoice_payments.paymentid}`,
      number: sql<string>`${invoices.number}`,
      series: invoices.series,
    })
    .from(listItems(p.ids))
    .innerJoin(invoice_payments, eq(invoice_payments.paymentid, listItem))
    .innerJoin(
      invoices,
      and(
        eq(invoices.credits, invoice_payments.invoiceid),
        eq(invoices.createdutc, invoice_payments.createdutc),
      ),
    )
    .where(sql`${invoice_payments.amountcents} < 0`)
    .orderBy(asc(invoices.series)),
)

/** Numbers of the credit notes that made credit of payments, by payment, the oldest first. */
export const listCreditedBy = (db: TenantDb, ids: readonly string[]) =>
  Map.groupBy(creditedBy.all(db, { ids }), ({ paymentid }) => paymentid)

type CreditFilter = { client?: string; start?: string; end?: string; method?: string }

const isCredit = (p: GivenParams<CreditFilter>) =>
  and(
    isNull(client_payments.reverseddate),
    sql`${open} > 0`,
    p.client && eq(client_payments.client, p.client),
    p.start && gte(client_payments.date, p.start),
    p.end && lte(client_payments.date, p.end),
    p.method && eq(client_payments.method, p.method),
  )

const credits = filtered((q, p: GivenParams<CreditFilter & { take: number; skip: number }>, _: object) =>
  q
    .select({
      id: client_payments.id,
      date: client_payments.date,
      method: client_payments.method,
      reference: client_payments.reference,
      client: clients.name,
      open,
    })
    .from(client_payments)
    .leftJoin(clients, eq(clients.id, client_payments.client))
    .where(isCredit(p))
    .orderBy(desc(client_payments.date), desc(client_payments.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

/** Payments that are not wholly put to invoices, the newest first. */
export const listCredits = (db: TenantDb, filter: CreditFilter, page: { take: number; skip: number }) =>
  credits.all(db, { ...filter, ...page }, {})

const creditSum = filtered((q, p: GivenParams<CreditFilter>, _: object) =>
  q.select(countAndSum(open)).from(client_payments).where(isCredit(p)),
)

/** Money received that pays no invoice yet; `start` and `end`: received in these days. */
export const sumCredit = (db: TenantDb, filter: CreditFilter) => creditSum.get(db, filter, {}) as CountedSum

const creditsOfClient = statement((q, p: Params<{ client: string }>) =>
  q
    .select({
      ...{ id: client_payments.id, date: client_payments.date },
      ...{ method: client_payments.method, reference: client_payments.reference },
      open,
    })
    .from(client_payments)
    .where(and(isNull(client_payments.reverseddate), sql`${open} > 0`, eq(client_payments.client, p.client)))
    .orderBy(asc(client_payments.date), asc(client_payments.id)),
)

/** What of the payments of a client is credit, the oldest first. */
export const listCreditOfClient = (db: TenantDb, client: string) => creditsOfClient.all(db, { client })

const unpaid = statement((q, p: Params<{ client: string }>) =>
  q
    .select({
      id: invoices.id,
      number: sql<string>`${invoices.number}`,
      date: sql<string>`${invoices.date}`,
      duedate: invoices.duedate,
      boardid: jobs.boardid,
      location: jobs.location,
      open: openCents,
    })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(and(eq(invoices.client, p.client), isUnpaid))
    .orderBy(asc(invoices.date), asc(invoices.series)),
)

/** Of a client, the oldest first. */
export const listUnpaid = (db: TenantDb, client: string) => unpaid.all(db, { client })

const payable = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      ...{ id: invoices.id, number: invoices.number, kind: invoices.kind, state: invoices.state },
      ...{ client: invoices.client, jobid: invoices.jobid, boardid: jobs.boardid, location: jobs.location },
      open: openCents,
      payments: sql<number>`(SELECT count(*) FROM ${invoice_payments} WHERE ${invoice_payments.invoiceid} = ${invoices.id})`,
    })
    .from(listItems(p.ids))
    .innerJoin(invoices, eq(invoices.id, listItem))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid)),
)

/** Invoices that payments are put to, by id: without what they print, which is long. */
export const findPayable = (db: TenantDb, ids: readonly string[]) =>
  new Map(payable.all(db, { ids: [...new Set(ids)] }).map((one) => [one.id, one]))
