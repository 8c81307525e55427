import { and, eq, gte, isNull, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { bindSearch, containsBound, type SearchPatterns } from '#db/queries/lists.ts'
import { clients, invoices, jobs, organisations } from '#db/schema/tenant/index.ts'
import { type GivenParams, inList } from '#db/statement.ts'
import {
  type InvoiceSending,
  type InvoiceState,
  type InvoiceStatus,
  type InvoiceStatusGroup,
  isInvoiceStatusGroup,
} from './invoice-states.ts'

// What was issued keeps the names that it was issued with; a draft shows today's.
const issuedName = (party: string) =>
  sql<
    string | null
  >`CASE WHEN ${invoices.state} <> 'draft' THEN json_extract(${invoices.snapshot}, ${`$.${party}.name`}) END`
export const invoiceClientName = sql<string | null>`coalesce(${issuedName('client')}, ${clients.name})`
export const organisationName = sql<string>`coalesce(${issuedName('organisation')}, ${organisations.name})`
// Generated columns, which drizzle does not know.
export const invoiceDay = sql<string>`invoices.day`
export const invoiceStatusColumn = sql<InvoiceStatus>`invoices.standing`
export const invoiceSendingColumn = sql<InvoiceSending | null>`invoices.sending`
// As the indexes have them.
export const isNoDraft = sql`${invoices.state} <> 'draft'`
export const invoiceInstant = sql`coalesce(${invoices.issuedutc}, ${invoices.createdutc})`

/** Due before the day that is bound as `today`. */
export const isOverdue = (p: GivenParams<InvoiceValues>) =>
  sql<number>`(${invoiceStatusColumn} = 'unpaid' AND coalesce(${invoices.duedate} < ${p.today}, 0))`

export type InvoiceFilter = {
  boards: readonly string[] | null
  locations: readonly string[] | null
  state?: InvoiceState
  today: string
  client?: string
  /** Of no client. */
  cash?: boolean
  jobid?: string
  start?: string | null
  end?: string | null
  search?: string
  /** Of these alone: what a search found. */
  ids?: readonly string[]
}

export type InvoiceValues = {
  boards?: readonly string[]
  locations?: readonly string[]
  client?: string
  jobid?: string
  start?: string
  end?: string
  standing?: InvoiceStatus
  today?: string
  /** Of these alone. */
  ids?: readonly string[]
} & SearchPatterns
export type InvoiceShape = { state?: InvoiceStatusGroup; cash?: boolean }

export const bindInvoiceFilter = ({
  boards,
  locations,
  state,
  client,
  jobid,
  start,
  end,
  search,
  ids,
  today,
}: InvoiceFilter): InvoiceValues => ({
  today,
  ids,
  boards: boards ?? undefined,
  locations: locations ?? undefined,
  client: client || undefined,
  jobid: jobid || undefined,
  start: start || undefined,
  end: end || undefined,
  standing: isInvoiceStatusGroup(state) ? undefined : state,
  ...bindSearch(search),
})

export function matchesInvoiceFilter(
  p: GivenParams<InvoiceValues>,
  { state, cash }: InvoiceShape,
): SQL | undefined {
  // The plus keeps SQLite from looking for a few among all that stand alike.
  const standing = p.ids ? sql`+${invoiceStatusColumn}` : invoiceStatusColumn
  return and(
    p.boards && inList(jobs.boardid, p.boards),
    p.locations && inList(jobs.location, p.locations),
    p.standing && eq(standing, p.standing),
    state === 'issued' ? sql`(${isNoDraft}) = 1` : undefined,
    state === 'overdue'
      ? sql`${standing} = 'unpaid' AND ${p.ids ? sql`+(${isOverdue(p)})` : isOverdue(p)}`
      : undefined,
    p.client && eq(invoices.client, p.client),
    cash ? isNull(invoices.client) : undefined,
    p.jobid && eq(invoices.jobid, p.jobid),
    p.ids && inList(invoices.id, p.ids as Placeholder<string, readonly string[]>),
    p.start && gte(invoiceDay, p.start),
    p.end && lte(invoiceDay, p.end),
    containsBound([sql`${invoices.number}`, invoices.reference, jobs.reference, invoiceClientName], p),
  )
}

export const invoiceFilterShape = ({ state, cash }: Pick<InvoiceFilter, 'state' | 'cash'>): InvoiceShape => ({
  state: isInvoiceStatusGroup(state) ? state : undefined,
  cash: cash || undefined,
})
