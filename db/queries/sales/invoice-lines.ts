import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { invoice_lines, invoice_payments, invoices, jobs } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows } from '#db/write-rows.ts'
import type { Cents, Quantity } from '#server/money/decimal.ts'
import { isIssuedOfJob } from './invoices.ts'

const sums = {
  quantity: sql<Quantity>`coalesce(sum(${invoice_lines.quantity}), 0)`,
  vat: sql<Cents>`coalesce(sum(${invoice_lines.vatcents}), 0)`,
  total: sql<Cents>`coalesce(sum(${invoice_lines.totalcents}), 0)`,
}

const ofInvoice = statement((q, p: Params<{ id: string }>) =>
  q
    .select()
    .from(invoice_lines)
    .where(eq(invoice_lines.invoiceid, p.id))
    .orderBy(asc(invoice_lines.position)),
)

export const listInvoiceLines = (db: TenantDb, id: string) => ofInvoice.all(db, { id })

const credited = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      line: sql<number>`${invoice_lines.creditline}`,
      ...sums,
      reduced: sql<boolean>`max(${invoice_lines.quantity} = 0)`.mapWith(Boolean),
    })
    .from(invoices)
    .innerJoin(invoice_lines, eq(invoice_lines.invoiceid, invoices.id))
    .where(and(eq(invoices.credits, p.id), isNotNull(invoice_lines.creditline)))
    .groupBy(invoice_lines.creditline),
)

/** By the line of the invoice: below zero, as the lines of its credit notes are; `reduced`: one took money off its price. */
export const listCreditedLines = (db: TenantDb, id: string) => credited.all(db, { id })

/** What credit notes took back no longer counts, whether or not it may be invoiced again. */
const charged = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      materialid: sql<string>`${invoice_lines.materialid}`,
      quantity: sums.quantity,
    })
    .from(invoices)
    .innerJoin(invoice_lines, eq(invoice_lines.invoiceid, invoices.id))
    .where(and(eq(invoices.jobid, p.jobid), isNotNull(invoice_lines.materialid)))
    .groupBy(invoice_lines.materialid),
)

/** Invoiced less credited, of the lines of a job. */
export const chargedByLine = (db: TenantDb, jobid: string): Map<string, Quantity> =>
  new Map(charged.all(db, { jobid }).map(({ materialid, quantity }) => [materialid, quantity]))

const standing = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      materialid: sql<string>`${invoice_lines.materialid}`,
      issuedutc: sql<string>`min(${invoices.issuedutc})`,
      quantity: sums.quantity,
    })
    .from(invoices)
    .innerJoin(invoice_lines, eq(invoice_lines.invoiceid, invoices.id))
    .where(and(eq(invoices.jobid, p.jobid), isNotNull(invoice_lines.materialid)))
    .groupBy(sql`coalesce(${invoices.credits}, ${invoices.id})`, invoice_lines.materialid)
    // One whose every line was credited stands no more; one whose price alone was is issued still.
    .having(sql`max(${invoices.kind} = 'invoice' AND ${invoices.state} = 'issued') = 1`)
    .orderBy(sql`2`),
)

/** What each invoice of a job charges of its lines, less what was credited of it; the first issued first. */
export const listCharges = (db: TenantDb, jobid: string) => standing.all(db, { jobid })

export const addInvoiceLines = (db: TenantDb, rows: readonly (typeof invoice_lines.$inferInsert)[]) =>
  insertRows(db, invoice_lines, rows)

/** What was left off amounts in cash settles an invoice, and is charged all the same. */
const rounded = sql`coalesce((SELECT sum(${invoice_payments.roundingcents}) FROM ${invoice_payments}
  WHERE ${invoice_payments.invoiceid} = ${invoices.id}), 0)`

const issued = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: invoices.id,
      charged: sql<Cents>`${invoices.totalcents} - ${invoices.settledcents} + ${rounded}`,
      open: sql<Cents>`${invoices.totalcents} - ${invoices.paidcents} - ${invoices.settledcents}`,
    })
    .from(invoices)
    .where(isIssuedOfJob(p.jobid)),
)

/** Issued invoices of a job that stand, with what each charges and what of it is still owed. */
export const listIssuedInvoices = (db: TenantDb, jobid: string) => issued.all(db, { jobid })

const unsettled = sql`EXISTS (SELECT 1 FROM ${invoices} WHERE ${isIssuedOfJob(jobs.id)}
  AND ${invoices.paidcents} < ${invoices.totalcents} - ${invoices.settledcents})`
const paidNow = sql<boolean>`(EXISTS (SELECT 1 FROM ${invoices} WHERE ${isIssuedOfJob(jobs.id)}) AND NOT ${unsettled})`

const paidOtherwise = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({ id: jobs.id, paid: paidNow.mapWith(Boolean) })
    .from(listItems(p.jobids))
    .innerJoin(jobs, eq(jobs.id, listItem))
    .where(sql`${jobs.paid} <> ${paidNow}`),
)

/** Jobs that do not say whether each of their issued invoices is settled, and what they should say. */
export const listPaidOtherwise = (db: TenantDb, jobids: readonly string[]) =>
  paidOtherwise.all(db, { jobids })
