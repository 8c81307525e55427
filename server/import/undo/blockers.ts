import { countReferring, listInvoicedJobs, listReferrers } from '#db/queries/settings/import-undo.ts'
import type { Tx } from '#db/tenants.ts'
import { countRows, tablePlural } from './table-names.ts'

/** What an issued invoice charges stays on its job: it is credited first, as by hand. */
export function invoicedSince(tx: Tx, lines: readonly string[]): string[] {
  const [first, ...more] = listInvoicedJobs(tx.db, JSON.stringify(lines))
  if (!first) return []
  const others = more.length ? `, and ${countRows(more.length, 'jobs')} beside it` : ''
  return [`job ${first.reference} is invoiced by ${first.number} since${others}`]
}

const OWNED_REFERENCES = new Set([
  'stock_ledger.materialid',
  'job_categories.jobid',
  'stock_onhand.inventoryid',
  'location_stakeholders.locationid',
])

export function referringRecords(tx: Tx, table: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return []
  const json = JSON.stringify(ids)
  const counts = new Map<string, number>()
  for (const referrer of listReferrers(tx.db, table)) {
    if (OWNED_REFERENCES.has(`${referrer.table}.${referrer.column}`)) continue
    const count = countReferring(tx.db, referrer, { of: table, ids: json })
    if (count) counts.set(referrer.table, (counts.get(referrer.table) ?? 0) + count)
  }
  return [...counts].map(
    ([from, count]) =>
      `${countRows(count, from)} ${count === 1 ? 'refers' : 'refer'} to its ${tablePlural(table)}`,
  )
}
