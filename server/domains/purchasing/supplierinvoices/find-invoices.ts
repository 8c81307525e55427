import {
  listSupplierInvoices,
  type SupplierInvoiceFilter,
  tallySupplierInvoices,
} from '#db/queries/purchasing/supplier-invoices.ts'
import {
  type SupplierInvoiceKind,
  type SupplierInvoiceState,
  supplierInvoiceStates,
} from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { readToday } from '#server/zone.ts'
import type { SupplierInvoiceSummary } from '#views/purchasing/supplierinvoices/types.ts'
import { presentInvoiceSummary } from './present.ts'

export type SupplierInvoiceQuery = Omit<SupplierInvoiceFilter, 'late' | 'state' | 'kind'> & {
  state?: SupplierInvoiceState | ''
  kind?: SupplierInvoiceKind | ''
  late?: boolean
  sort?: string
  skip?: number
  take?: number
}

const filterOf = (
  { late, state, kind, ...query }: SupplierInvoiceQuery,
  today: string,
): SupplierInvoiceFilter => ({
  ...query,
  state: state || undefined,
  kind: kind || undefined,
  late: late ? today : undefined,
})

export function listSupplierInvoiceSummaries(
  db: TenantDb,
  query: SupplierInvoiceQuery,
): SupplierInvoiceSummary[] {
  const today = readToday(db)
  return listSupplierInvoices(db, filterOf(query, today), query).map((row) =>
    presentInvoiceSummary(row, today),
  )
}

/** `open`: what is owed in all, less what suppliers owe back. Cents. */
export function findSupplierInvoices(db: TenantDb, query: SupplierInvoiceQuery) {
  const today = readToday(db)
  const counts = Object.fromEntries(supplierInvoiceStates.map((state) => [state, 0])) as Record<
    SupplierInvoiceState,
    number
  >
  let [open, late] = [0, 0]
  for (const row of tallySupplierInvoices(db, filterOf(query, today), today)) {
    counts[row.state] = row.n
    if (!query.state || query.state === row.state) open += row.open
    late += row.late
  }
  return {
    rows: listSupplierInvoiceSummaries(db, query),
    total: query.state ? counts[query.state] : Object.values(counts).reduce((sum, n) => sum + n, 0),
    ...{ counts, open, late },
  }
}
