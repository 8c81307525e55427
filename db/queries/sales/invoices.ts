import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { allowedSort, type ListQuery, TAKE } from '#db/queries/lists.ts'
import {
  accountcodes,
  boards,
  categories,
  client_payments,
  clients,
  inventory,
  invoice_payments,
  invoice_pdfs,
  invoices,
  jobs,
  materials,
  organisations,
} from '#db/schema/tenant/index.ts'
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
import {
  bindInvoiceFilter,
  type InvoiceFilter,
  type InvoiceShape,
  type InvoiceValues,
  invoiceClientName,
  invoiceDay,
  invoiceFilterShape,
  invoiceInstant,
  invoiceSendingColumn,
  invoiceStatusColumn,
  isNoDraft,
  matchesInvoiceFilter,
  organisationName,
} from './invoice-filter.ts'

export type Invoice = typeof invoices.$inferSelect

const shown = {
  invoice: invoices,
  standing: invoiceStatusColumn,
  sending: invoiceSendingColumn,
  clientname: invoiceClientName,
  organisationname: organisationName,
  jobreference: jobs.reference,
  boardid: jobs.boardid,
  boardslug: boards.slug,
  location: jobs.location,
  vatnumber: organisations.vatnumber,
  vat: organisations.vat,
  vatchanges: organisations.vatchanges,
  completed: jobs.completed,
}

/** With `isJoined`. Cross joins come after the loop over the invoices, whose index holds the order of the list. */
const selectInvoices = (q: QueryBuilder) =>
  q
    .select(shown)
    .from(invoices)
    .crossJoin(organisations)
    .crossJoin(jobs)
    .crossJoin(boards)
    .leftJoin(clients, eq(clients.id, invoices.client))

const isJoined = and(
  eq(organisations.id, invoices.organisation),
  eq(jobs.id, invoices.jobid),
  eq(boards.id, jobs.boardid),
)

const invoiceById = statement((q, p: Params<{ id: string }>) =>
  selectInvoices(q).where(and(isJoined, eq(invoices.id, p.id))),
)

export type InvoiceRow = RowOf<typeof invoiceById>

export const invoiceRow = (db: TenantDb, id: string) => invoiceById.get(db, { id })

const sortable: Record<string, SQL> = {
  number: sql`${invoices.number}`,
  date: invoiceDay,
  duedate: sql`${invoices.duedate}`,
  client: sql`${invoiceClientName} COLLATE NOCASE`,
  job: sql`length(${jobs.reference}), ${jobs.reference}`,
  total: sql`${invoices.totalcents}`,
  state: invoiceStatusColumn,
}

/** What an index holds; any other order sorts all that match. */
export const isIndexedInvoiceOrder = (sort: string): boolean =>
  /^-?date$/.test(sort) || !Object.hasOwn(sortable, sort.replace(/^-/, ''))

/** Drafts come first of the newest, last of the oldest; what stands alike is all drafts, or none. */
function order(sort: string, { alike, few }: { alike: boolean; few: boolean }): SQL[] {
  const name = sort.replace(/^-/, '')
  const way = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  // The plus keeps SQLite from looking for a few in the order of all.
  const draftsWay = sort.startsWith('-') || name !== 'date' ? sql`ASC` : sql`DESC`
  const drafts =
    name === 'date' && !alike
      ? [few ? sql`+(${isNoDraft}) ${draftsWay}` : sql`${isNoDraft} ${draftsWay}`]
      : []
  const by = sortable[name] ?? invoiceDay
  return [
    ...drafts,
    name === 'date' && few ? sql`+${by} ${way}` : sql`${by} ${way}`,
    sql`${invoiceInstant} ${way}`,
    sql`${invoices.id} ${way}`,
  ]
}

const listed = filtered(
  (
    q,
    p: GivenParams<InvoiceValues & { take: number; skip: number }>,
    shape: InvoiceShape & { sort: string },
  ) =>
    selectInvoices(q)
      .where(and(isJoined, matchesInvoiceFilter(p, shape)))
      .orderBy(...order(shape.sort, { alike: isAlike(p, shape), few: Boolean(p.ids) }))
      .limit(p.take as Placeholder)
      .offset(p.skip as Placeholder),
)

const isAlike = (p: GivenParams<InvoiceValues>, { state }: InvoiceShape) =>
  p.standing !== undefined || state !== undefined

const newest = filtered((q, p: GivenParams<InvoiceValues & { take: number }>, shape: InvoiceShape) =>
  q
    .select({ id: invoices.id })
    .from(invoices)
    .crossJoin(jobs)
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(and(eq(jobs.id, invoices.jobid), matchesInvoiceFilter(p, shape)))
    .orderBy(...order('-date', { alike: isAlike(p, shape), few: false }))
    .limit(p.take as Placeholder),
)

export const newestInvoiceIds = (db: TenantDb, filter: InvoiceFilter, take: number): string[] =>
  newest.all(db, { ...bindInvoiceFilter(filter), take }, invoiceFilterShape(filter)).map(({ id }) => id)

export const listInvoices = (
  db: TenantDb,
  filter: InvoiceFilter,
  { sort = '-date', take = TAKE, skip = 0 }: ListQuery,
) =>
  listed.all(
    db,
    { ...bindInvoiceFilter(filter), take, skip },
    { ...invoiceFilterShape(filter), sort: allowedSort(sortable, sort, 'unknown') },
  )

const draftOfJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ id: invoices.id, number: invoices.number, state: invoices.state })
    .from(invoices)
    .where(and(eq(invoices.jobid, p.jobid), sql`${invoices.state} = 'draft'`)),
)

export const findDraftOfJob = (db: TenantDb, jobid: string) => draftOfJob.get(db, { jobid })

/** The plus keeps SQLite from going through all that are issued, of whatever job. */
export const isIssuedOfJob = (jobid: SQLWrapper) =>
  and(eq(invoices.jobid, jobid), eq(invoices.kind, 'invoice'), sql`+${invoices.state} = 'issued'`)

const newestIssued = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ id: invoices.id, number: invoices.number, state: invoices.state })
    .from(invoices)
    .where(isIssuedOfJob(p.jobid))
    .orderBy(desc(invoices.issuedutc), desc(invoices.id))
    .limit(1),
)

/** Of a job: the last that stands. */
export const findNewestIssued = (db: TenantDb, jobid: string) => newestIssued.get(db, { jobid })

const byPercent = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(isIssuedOfJob(sql`${p.jobid}`), sql`json_extract(${invoices.part}, '$.percent') IS NOT NULL`))
    .limit(1),
)

/** Whether a percentage of the price of a job stands invoiced. */
export const isInvoicedByPercent = (db: TenantDb, jobid: string): boolean =>
  Boolean(byPercent.get(db, { jobid }))

const ofMail = statement((q, p: Params<{ mailid: string }>) =>
  q.select({ id: invoices.id }).from(invoices).where(eq(invoices.originalmailid, p.mailid)),
)

export const findInvoiceOfMail = (db: TenantDb, mailid: string) => ofMail.get(db, { mailid })?.id

const creditNotes = statement((q, p: Params<{ id: string }>) =>
  q
    // A note is numbered when it is made.
    .select({
      id: invoices.id,
      number: sql<string>`${invoices.number}`,
      total: invoices.totalcents,
      createdutc: invoices.createdutc,
    })
    .from(invoices)
    .where(eq(invoices.credits, p.id))
    .orderBy(asc(invoices.series)),
)

/** Of an invoice, the oldest first. */
export const listCreditNotes = (db: TenantDb, id: string) => creditNotes.all(db, { id })

const paymentsOfInvoice = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      ...getTableColumns(invoice_payments),
      received: client_payments.date,
      whole: client_payments.amountcents,
      open: sql<Cents>`${client_payments.amountcents} - ${client_payments.allocatedcents}`,
      method: client_payments.method,
      reverseddate: client_payments.reverseddate,
      reason: client_payments.reason,
    })
    .from(invoice_payments)
    .leftJoin(client_payments, eq(client_payments.id, invoice_payments.paymentid))
    .where(eq(invoice_payments.invoiceid, p.id))
    .orderBy(asc(invoice_payments.date), asc(invoice_payments.id)),
)

/** What was put to it of payments, and taken away again, in order. */
export const listInvoicePayments = (db: TenantDb, id: string) => paymentsOfInvoice.all(db, { id })

export const findInvoicePdf = (db: TenantDb, id: string) =>
  db.select().from(invoice_pdfs).where(eq(invoice_pdfs.invoiceid, id)).get()

const pdfHash = statement((q, p: Params<{ id: string }>) =>
  q.select({ sha256: invoice_pdfs.sha256 }).from(invoice_pdfs).where(eq(invoice_pdfs.invoiceid, p.id)),
)

export const findInvoicePdfHash = (db: TenantDb, id: string) => pdfHash.get(db, { id })?.sha256

/** As `chargedBasis` has it. */
const charged = sql<number>`iif(${jobs.fixedprice}, ${materials.estimated}, ${materials.consumed})`

const billable = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: materials.jobid,
      id: materials.id,
      linerate: materials.linerate,
      inclusiverate: materials.inclusiverate,
      discount: materials.discount,
      charged,
      vatexempt: categories.vatexempt,
      override: accountcodes.vat,
      overridechanges: accountcodes.vatchanges,
    })
    .from(listItems(p.jobids))
    .innerJoin(materials, eq(materials.jobid, listItem))
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(and(eq(materials.archived, false), eq(materials.nonbillable, false), sql`${charged} <> 0`)),
)

export const draftLines = (db: TenantDb, jobids: readonly string[]) => billable.all(db, { jobids })
