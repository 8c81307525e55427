import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import { type Hits, MOST_FOUND, newestHits, planSearch } from '#db/queries/search/index-hits.ts'
import { isIndexed } from '#db/queries/search/index-slice.ts'
import { clients, invoices, jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import {
  bindInvoiceFilter,
  type InvoiceFilter,
  type InvoiceValues,
  invoiceInstant,
  isNoDraft,
  matchesInvoiceFilter,
} from './invoice-filter.ts'

type Params = GivenParams<InvoiceValues & Partial<Hits> & { most: number }>

const NEWEST = 2_000

const isClientOfInvoice = eq(clients.id, invoices.client)
const most = (p: Params) => p.most as Placeholder

const byWords = filtered((q, p: Params, _: object) =>
  q
    .select({ id: invoices.id })
    .from(newestHits('invoice', p))
    .crossJoin(invoices)
    .crossJoin(jobs)
    .leftJoin(clients, isClientOfInvoice)
    .where(and(eq(invoices.id, sql`hits.recordid`), eq(jobs.id, invoices.jobid), matchesInvoiceFilter(p, {})))
    .limit(most(p)),
)

const byJob = filtered((q, p: Params, _: object) =>
  q
    .select({ id: invoices.id })
    .from(newestHits('job', p))
    .crossJoin(invoices)
    .crossJoin(jobs)
    .leftJoin(clients, isClientOfInvoice)
    .where(
      and(eq(invoices.jobid, sql`hits.recordid`), eq(jobs.id, invoices.jobid), matchesInvoiceFilter(p, {})),
    )
    .limit(most(p)),
)

/** Drafts, whose client may still be renamed. */
const amongDrafts = filtered((q, p: Params, _: object) =>
  q
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, isClientOfInvoice)
    .where(and(sql`${invoices.state} = 'draft'`, matchesInvoiceFilter(p, {})))
    .limit(most(p)),
)

const amongNewest = filtered((q, p: Params, _: object) => {
  const newest = q
    .select({ id: invoices.id })
    .from(invoices)
    .orderBy(sql`${isNoDraft}, day DESC, ${invoiceInstant} DESC, ${invoices.id} DESC`)
    .limit(NEWEST)
    .as('newest')
  return q
    .select({ id: invoices.id })
    .from(newest)
    .crossJoin(invoices)
    .crossJoin(jobs)
    .leftJoin(clients, isClientOfInvoice)
    .where(and(eq(invoices.id, newest.id), eq(jobs.id, invoices.jobid), matchesInvoiceFilter(p, {})))
    .limit(most(p))
})

/** `more`: there may be others, of which none is newer. */
type Found = { ids: string[]; more: boolean }

/** Of any state. Undefined where there is nothing to search for, or few to look through. */
export function searchInvoices(db: TenantDb, filter: InvoiceFilter): Found | undefined {
  const { search, client, cash, jobid } = filter
  if (!search?.trim() || client || cash || jobid || !isIndexed(db, ['invoice', 'job'])) return
  const values = { ...bindInvoiceFilter({ ...filter, state: undefined }), most: MOST_FOUND + 1 }
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
  const found = new Set(idsOf(amongDrafts.all(db, values, {})))
  const plan = planSearch(db, search, 'invoice', 'job')
  if (plan) {
    // The index has looked at the words: to look again costs more than all the rest.
    const unsearched = {
      ...bindInvoiceFilter({ ...filter, state: undefined, search: '' }),
      most: MOST_FOUND + 1,
    }
    const sought = plan.whole ? unsearched : values
    for (const id of idsOf(byWords.all(db, { ...sought, ...plan.own }, {}))) found.add(id)
    for (const names of plan.linked) {
      if (found.size > plan.enough) break
      for (const id of idsOf(byJob.all(db, { ...sought, ...names }, {}))) found.add(id)
    }
  } else if (plan === undefined) for (const id of idsOf(amongNewest.all(db, values, {}))) found.add(id)
  const all = [...found]
  return {
    ids: all.slice(0, MOST_FOUND),
    more: all.length > MOST_FOUND || plan === undefined || Boolean(plan?.more),
  }
}
