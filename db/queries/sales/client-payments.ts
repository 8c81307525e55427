import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { client_payments, clients, invoice_payments, invoices, jobs } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

const open = sql<Cents>`${client_payments.amountcents} - ${client_payments.allocatedcents}`

const byId = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ payment: client_payments, clientname: clients.name, open })
    .from(client_payments)
    .leftJoin(clients, eq(clients.id, client_payments.client))
    .where(eq(client_payments.id, p.id)),
)

export const clientPaymentById = (db: TenantDb, id: string) => byId.get(db, { id })

const allocations = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      invoiceid: invoices.id,
      number: invoices.number,
      jobid: invoices.jobid,
      boardid: jobs.boardid,
      location: jobs.location,
      amount: sql<Cents>`sum(${invoice_payments.amountcents})`,
      rounding: sql<Cents>`sum(${invoice_payments.roundingcents})`,
    })
    .from(invoice_payments)
    .innerJoin(invoices, eq(invoices.id, invoice_payments.invoiceid))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(eq(invoice_payments.paymentid, p.id))
    .groupBy(invoices.id)
    .orderBy(asc(invoices.id)),
)

/** What of a payment is put to each invoice now; nothing, where all of it was taken away again. */
export const listAllocations = (db: TenantDb, id: string) => allocations.all(db, { id })

const credits = statement((q, p: Params<{ client: string }>) =>
  q
    .select({
      id: client_payments.id,
      date: client_payments.date,
      reference: client_payments.reference,
      open,
    })
    .from(client_payments)
    .where(
      and(
        eq(client_payments.client, p.client),
        isNull(client_payments.reverseddate),
        sql`${client_payments.amountcents} - ${client_payments.allocatedcents} > 0`,
      ),
    )
    .orderBy(asc(client_payments.date), asc(client_payments.id)),
)

/** Of a client: payments that are not wholly put to invoices, the oldest first. */
export const listCredits = (db: TenantDb, client: string) => credits.all(db, { client })

const unpaid = statement((q, p: Params<{ client: string }>) =>
  q
    .select({
      id: invoices.id,
      number: sql<string>`${invoices.number}`,
      date: sql<string>`${invoices.date}`,
      duedate: invoices.duedate,
      boardid: jobs.boardid,
      location: jobs.location,
      open: sql<Cents>`${invoices.totalcents} - ${invoices.paidcents} - ${invoices.settledcents}`,
    })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(
      and(
        eq(invoices.client, p.client),
        sql`${invoices.kind} = 'invoice' AND ${invoices.state} = 'issued'
          AND ${invoices.paidcents} < ${invoices.totalcents} - ${invoices.settledcents}`,
      ),
    )
    .orderBy(asc(invoices.date), asc(invoices.series)),
)

/** Of a client, the oldest first. */
export const listUnpaid = (db: TenantDb, client: string) => unpaid.all(db, { client })
