import type { InvoiceFilter } from '#db/queries/sales/invoice-filter.ts'
import { searchInvoices } from '#db/queries/sales/invoice-search.ts'
import { hasState, type InvoiceState } from '#db/queries/sales/invoice-states.ts'
import { type InvoiceTally, tallyInvoices } from '#db/queries/sales/invoice-tally.ts'
import { isIndexedInvoiceOrder, listInvoices, newestInvoiceIds } from '#db/queries/sales/invoices.ts'
import { MOST_FOUND } from '#db/queries/search/index-hits.ts'
import type { TenantDb } from '#db/types.ts'
import { jobScope, type Viewer } from '#server/access/viewer.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import type { InvoiceCounts } from '#views/sales/invoices/types.ts'
import { readInvoiceSummaries } from './present.ts'

export type InvoiceQuery = {
  state?: InvoiceState | ''
  client?: string
  cash?: boolean
  jobid?: string
  start?: string | null
  end?: string | null
  search?: string
  sort?: string
  skip?: number
  take?: number
  exact?: boolean
}

/** Sums in cents; `more`: of the newest that a search finds, of which there are others. */
export function findInvoices(db: TenantDb, viewer: Viewer, query: InvoiceQuery) {
  const asked = filterOf(db, viewer, query)
  const found = query.exact ? undefined : searchInvoices(db, asked)
  const filter = found ? { ...asked, search: '', ids: found.ids } : asked
  const tally = tallyInvoices(db, filter)
  const shown = tally.filter((row) => hasState(row, filter.state))
  const newest = found || query.exact ? undefined : newestInvoices(db, asked, query.sort)
  return {
    rows: readInvoiceSummaries(db, listInvoices(db, { ...filter, ...newest }, query)),
    total: newest ? newest.ids.length : shown.reduce((count, { n }) => count + n, 0),
    sum: sumCents(shown.map(amountCharged)),
    due: sumCents(shown.map(amountDue)),
    counts: countInvoices(tally),
    more: found?.more || newest?.cut,
    cut: newest?.cut,
  }
}

/** The newest that match, where an order would sort invoices of all years. */
function newestInvoices(db: TenantDb, filter: InvoiceFilter, sort = '-date') {
  if (isIndexedInvoiceOrder(sort) || filter.client || filter.cash || filter.jobid) return
  const ids = newestInvoiceIds(db, filter, MOST_FOUND + 1)
  return { search: '', ids: ids.slice(0, MOST_FOUND), cut: ids.length > MOST_FOUND }
}

/** Without counting what there is beside them. */
export const listInvoiceSummaries = (db: TenantDb, viewer: Viewer, query: InvoiceQuery) =>
  readInvoiceSummaries(db, listInvoices(db, filterOf(db, viewer, query), query))

const filterOf = (db: TenantDb, viewer: Viewer, { state, ...query }: InvoiceQuery): InvoiceFilter => ({
  ...query,
  ...jobScope(viewer),
  today: readToday(db),
  state: state || undefined,
})

/** A deposit request charges nothing yet. */
const amountCharged = ({ standing, totalcents }: InvoiceTally) =>
  asCents(standing === 'deposit' ? 0 : totalcents)

const amountDue = ({ standing, totalcents, paidcents }: InvoiceTally) =>
  asCents(standing === 'unpaid' ? totalcents - paidcents : 0)

function countInvoices(tally: readonly InvoiceTally[]): InvoiceCounts {
  const counts = { draft: 0, unpaid: 0, overdue: 0, paid: 0, credited: 0, creditnote: 0, deposit: 0 }
  for (const { standing, overdue, n } of tally) {
    counts[standing] += n
    if (overdue) counts.overdue += n
  }
  return counts
}
