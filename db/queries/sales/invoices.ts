import { and, asc, eq, gte, lte, ne, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import {
  allowedSort,
  bindSearch,
  containsBound,
  type ListQuery,
  type SearchPatterns,
  TAKE,
} from '#db/queries/lists.ts'
import {
  accountcodes,
  boards,
  categories,
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
  inList,
  listItem,
  listItems,
  type Params,
  type RowOf,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import {
  type InvoiceState,
  type InvoiceStatus,
  type InvoiceStatusGroup,
  isInvoiceStatusGroup,
} from './invoice-states.ts'

export type Invoice = typeof invoices.$inferSelect

// What was issued keeps the names that it was issued with; a draft shows today's.
const issuedName = (party: string) =>
  sql<
    string | null
  >`CASE WHEN ${invoices.state} <> 'draft' THEN json_extract(${invoices.snapshot}, ${`$.${party}.name`}) END`
export const invoiceClientName = sql<string | null>`coalesce(${issuedName('client')}, ${clients.name})`
const organisationname = sql<string>`coalesce(${issuedName('organisation')}, ${organisations.name})`
const day = sql<string>`coalesce(${invoices.date}, substr(${invoices.createdutc}, 1, 10))`
const standing = sql<InvoiceStatus>`CASE
  WHEN ${invoices.kind} = 'creditnote' THEN 'creditnote'
  WHEN ${invoices.state} <> 'issued' THEN ${invoices.state}
  WHEN ${invoices.paidcents} >= ${invoices.totalcents} THEN 'paid' ELSE 'unpaid' END`

/** Due before the day that is bound as `today`. */
const isOverdue = (p: GivenParams<Values>) =>
  sql<number>`(${standing} = 'unpaid' AND coalesce(${invoices.duedate} < ${p.today}, 0))`

const shown = {
  invoice: invoices,
  standing,
  clientname: invoiceClientName,
  organisationname,
  jobreference: jobs.reference,
  boardid: jobs.boardid,
  boardslug: boards.slug,
  location: jobs.location,
  vatnumber: organisations.vatnumber,
  vat: organisations.vat,
  completed: jobs.completed,
}

const selectInvoices = (q: QueryBuilder) =>
  q
    .select(shown)
    .from(invoices)
    .innerJoin(organisations, eq(organisations.id, invoices.organisation))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .innerJoin(boards, eq(boards.id, jobs.boardid))
    .leftJoin(clients, eq(clients.id, invoices.client))

const invoiceById = statement((q, p: Params<{ id: string }>) =>
  selectInvoices(q).where(eq(invoices.id, p.id)),
)

export type InvoiceRow = RowOf<typeof invoiceById>

export const invoiceRow = (db: TenantDb, id: string) => invoiceById.get(db, { id })

export type InvoiceFilter = {
  boards: readonly string[] | null
  locations: readonly string[] | null
  state?: InvoiceState
  today: string
  client?: string
  jobid?: string
  start?: string | null
  end?: string | null
  search?: string
}

type Values = {
  boards?: readonly string[]
  locations?: readonly string[]
  client?: string
  jobid?: string
  start?: string
  end?: string
  standing?: InvoiceStatus
  today?: string
} & SearchPatterns
type Shape = { state?: InvoiceStatusGroup }

const valuesOf = ({
  boards,
  locations,
  state,
  client,
  jobid,
  start,
  end,
  search,
  today,
}: InvoiceFilter): Values => ({
  today,
  boards: boards ?? undefined,
  locations: locations ?? undefined,
  client: client || undefined,
  jobid: jobid || undefined,
  start: start || undefined,
  end: end || undefined,
  standing: isInvoiceStatusGroup(state) ? undefined : state,
  ...bindSearch(search),
})

function where(p: GivenParams<Values>, { state }: Shape): SQL | undefined {
  return and(
    p.boards && inList(jobs.boardid, p.boards),
    p.locations && inList(jobs.location, p.locations),
    p.standing && eq(standing, p.standing),
    state === 'issued' ? ne(invoices.state, 'draft') : undefined,
    state === 'overdue' ? isOverdue(p) : undefined,
    p.client && eq(invoices.client, p.client),
    p.jobid && eq(invoices.jobid, p.jobid),
    p.start && gte(day, p.start),
    p.end && lte(day, p.end),
    containsBound([sql`${invoices.number}`, invoices.reference, jobs.reference, invoiceClientName], p),
  )
}

const sortable: Record<string, SQL> = {
  number: sql`${invoices.number}`,
  date: day,
  duedate: sql`${invoices.duedate}`,
  client: sql`${invoiceClientName} COLLATE NOCASE`,
  job: sql`length(${jobs.reference}), ${jobs.reference}`,
  total: sql`${invoices.totalcents}`,
  state: standing,
}

function order(sort: string): SQL[] {
  const name = sort.replace(/^-/, '')
  const column = sortable[name] ?? day
  const way = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const drafts = name === 'date' ? [sql`${invoices.state} <> 'draft'`] : []
  return [
    ...drafts,
    sql`${column} ${way}`,
    sql`coalesce(${invoices.issuedutc}, ${invoices.createdutc}) ${way}`,
    sql`${invoices.id} ${way}`,
  ]
}

const listed = filtered(
  (q, p: GivenParams<Values & { take: number; skip: number }>, shape: Shape & { sort: string }) =>
    selectInvoices(q)
      .where(where(p, shape))
      .orderBy(...order(shape.sort))
      .limit(p.take as Placeholder)
      .offset(p.skip as Placeholder),
)

export const listInvoices = (
  db: TenantDb,
  filter: InvoiceFilter,
  { sort = '-date', take = TAKE, skip = 0 }: ListQuery,
) =>
  listed.all(
    db,
    { ...valuesOf(filter), take, skip },
    { ...shapeOf(filter), sort: allowedSort(sortable, sort, 'unknown') },
  )

const shapeOf = ({ state }: Pick<InvoiceFilter, 'state'>): Shape => ({
  state: isInvoiceStatusGroup(state) ? state : undefined,
})

export type InvoiceTally = {
  standing: InvoiceStatus
  overdue: number
  n: number
  totalcents: number
  paidcents: number
}

const tallied = filtered((q, p: GivenParams<Values>, shape: Shape) =>
  q
    .select({
      standing,
      overdue: isOverdue(p),
      n: sql<number>`count(*)`,
      totalcents: sql<number>`sum(${invoices.totalcents})`,
      paidcents: sql<number>`sum(${invoices.paidcents})`,
    })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(where(p, shape))
    .groupBy(standing, isOverdue(p)),
)

export const tallyInvoices = (db: TenantDb, filter: InvoiceFilter): InvoiceTally[] =>
  tallied.all(db, valuesOf({ ...filter, state: undefined }), {})

export const findOpenInvoice = (db: TenantDb, jobid: string) => openInvoice.get(db, { jobid })

const openInvoice = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ id: invoices.id, number: invoices.number, state: invoices.state })
    .from(invoices)
    .where(and(eq(invoices.jobid, p.jobid), eq(invoices.kind, 'invoice'), ne(invoices.state, 'credited'))),
)

const creditNote = statement((q, p: Params<{ id: string }>) =>
  q
    // A note is numbered when it is made.
    .select({ id: invoices.id, number: sql<string>`${invoices.number}` })
    .from(invoices)
    .where(eq(invoices.credits, p.id)),
)

export const findCreditNote = (db: TenantDb, id: string) => creditNote.get(db, { id })

export const listInvoicePayments = (db: TenantDb, id: string) =>
  db
    .select()
    .from(invoice_payments)
    .where(eq(invoice_payments.invoiceid, id))
    .orderBy(asc(invoice_payments.date), asc(invoice_payments.id))
    .all()

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
      linerate: materials.linerate,
      discount: materials.discount,
      charged,
      vatexempt: categories.vatexempt,
      override: accountcodes.vat,
    })
    .from(listItems(p.jobids))
    .innerJoin(materials, eq(materials.jobid, listItem))
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(and(eq(materials.archived, false), eq(materials.nonbillable, false), sql`${charged} <> 0`)),
)
export type DraftLine = RowOf<typeof billable>

export const draftLines = (db: TenantDb, jobids: readonly string[]) => billable.all(db, { jobids })
