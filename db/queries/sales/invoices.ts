import { and, asc, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { contains, type ListQuery, TAKE } from '#db/queries/lists.ts'
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
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export type Invoice = typeof invoices.$inferSelect

// What was issued keeps the names that it was issued with; a draft shows today's.
const issuedName = (party: string) =>
  sql<
    string | null
  >`CASE WHEN ${invoices.state} <> 'draft' THEN json_extract(${invoices.snapshot}, ${`$.${party}.name`}) END`
const clientname = sql<string | null>`coalesce(${issuedName('client')}, ${clients.name})`
const organisationname = sql<string>`coalesce(${issuedName('organisation')}, ${organisations.name})`
const day = sql<string>`coalesce(${invoices.date}, substr(${invoices.createdutc}, 1, 10))`
const paidcents = sql<number>`(SELECT coalesce(sum(p.amountcents), 0) FROM invoice_payments AS p
  WHERE p.invoiceid = ${invoices.id})`
const standing = sql<Standing>`CASE
  WHEN ${invoices.kind} = 'creditnote' THEN 'creditnote'
  WHEN ${invoices.state} <> 'issued' THEN ${invoices.state}
  WHEN ${paidcents} >= ${invoices.totalcents} THEN 'paid' ELSE 'unpaid' END`

const standings = ['draft', 'unpaid', 'paid', 'credited', 'creditnote'] as const
export type Standing = (typeof standings)[number]

const shown = {
  invoice: invoices,
  standing,
  paidcents,
  clientname,
  organisationname,
  jobreference: jobs.reference,
  boardid: jobs.boardid,
  boardslug: boards.slug,
  location: jobs.location,
  vatnumber: organisations.vatnumber,
  vat: organisations.vat,
  completed: jobs.completed,
}

const selectInvoices = (db: TenantDb) =>
  db
    .select(shown)
    .from(invoices)
    .innerJoin(organisations, eq(organisations.id, invoices.organisation))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .innerJoin(boards, eq(boards.id, jobs.boardid))
    .leftJoin(clients, eq(clients.id, invoices.client))

export type InvoiceRow = NonNullable<ReturnType<typeof invoiceRow>>

export const invoiceRow = (db: TenantDb, id: string) => selectInvoices(db).where(eq(invoices.id, id)).get()

export type InvoiceFilter = {
  boards: readonly string[] | null
  locations: readonly string[] | null
  state?: Standing | 'issued'
  client?: string
  jobid?: string
  start?: string | null
  end?: string | null
  search?: string
}

function where({
  boards,
  locations,
  state,
  client,
  jobid,
  start,
  end,
  search,
}: InvoiceFilter): SQL | undefined {
  return and(
    boards ? inArray(jobs.boardid, [...boards]) : undefined,
    locations ? inArray(jobs.location, [...locations]) : undefined,
    state === 'issued' ? ne(invoices.state, 'draft') : state ? eq(standing, state) : undefined,
    client ? eq(invoices.client, client) : undefined,
    jobid ? eq(invoices.jobid, jobid) : undefined,
    start ? gte(day, start) : undefined,
    end ? lte(day, end) : undefined,
    contains([sql`${invoices.number}`, invoices.reference, jobs.reference, clientname], search),
  )
}

const sortable: Record<string, SQL> = {
  number: sql`${invoices.number}`,
  date: day,
  client: sql`${clientname} COLLATE NOCASE`,
  job: sql`length(${jobs.reference}), ${jobs.reference}`,
  total: sql`${invoices.totalcents}`,
  state: standing,
}

function order(sort = '-date'): SQL[] {
  const name = sort.replace(/^-/, '')
  const column = (Object.hasOwn(sortable, name) && sortable[name]) || day
  const way = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const drafts = name === 'date' ? [sql`${invoices.state} <> 'draft'`] : []
  return [
    ...drafts,
    sql`${column} ${way}`,
    sql`coalesce(${invoices.issuedutc}, ${invoices.createdutc}) ${way}`,
    sql`${invoices.id} ${way}`,
  ]
}

export const listInvoices = (db: TenantDb, filter: InvoiceFilter, query: ListQuery) =>
  selectInvoices(db)
    .where(where(filter))
    .orderBy(...order(query.sort))
    .limit(query.take ?? TAKE)
    .offset(query.skip ?? 0)
    .all()

export type InvoiceTally = { standing: Standing; n: number; totalcents: number; paidcents: number }

export const tallyInvoices = (db: TenantDb, filter: InvoiceFilter): InvoiceTally[] =>
  db
    .select({
      standing,
      n: sql<number>`count(*)`,
      totalcents: sql<number>`sum(${invoices.totalcents})`,
      paidcents: sql<number>`sum(${paidcents})`,
    })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(where({ ...filter, state: undefined }))
    .groupBy(standing)
    .all()

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

const billable = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: materials.jobid,
      linerate: materials.linerate,
      discount: materials.discount,
      consumed: materials.consumed,
      vatexempt: categories.vatexempt,
      override: accountcodes.vat,
    })
    .from(listItems(p.jobids))
    .innerJoin(materials, eq(materials.jobid, listItem))
    .leftJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .leftJoin(accountcodes, eq(accountcodes.id, categories.accountcode))
    .where(
      and(eq(materials.archived, false), eq(materials.nonbillable, false), sql`${materials.consumed} <> 0`),
    ),
)
export type DraftLine = RowOf<typeof billable>

export const draftLines = (db: TenantDb, jobids: readonly string[]) => billable.all(db, { jobids })
