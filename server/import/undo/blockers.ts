import {
  countReferring,
  listInvoicedJobs,
  listReferrers,
  listVersions,
  type OwnIds,
} from '#db/queries/settings/import-undo.ts'
import type { Tx } from '#db/tenants.ts'
import { Problem } from '#server/errors.ts'
import type { WrittenRecord } from '#server/import/write/undo-log.ts'
import { countRows, tablePlural } from './table-names.ts'
import type { Undo } from './undo-plan.ts'

export function refuseBlocked(tx: Tx, undo: Undo) {
  const lines = undo.tables.get('materials')?.map(({ record }) => record.id) ?? []
  const blockers = invoicedSince(tx, lines)
  const own = ownIds(tx, undo)
  for (const [table, logged] of undo.tables) {
    const added = logged.map(({ record }) => record).filter(({ before }) => !before)
    const present = readVersions(
      tx,
      table,
      added.map(({ id }) => id),
    )
    const isChanged = (one: WrittenRecord) =>
      present.has(one.id) && !undo.isUnchanged(one, present.get(one.id))
    const changed = added.filter(isChanged).length
    if (changed) blockers.push(`${countRows(changed, table)} ${changed === 1 ? 'was' : 'were'} changed since`)
    blockers.push(...referringRecords(tx, table, [...present.keys()], own))
  }
  if (blockers.length)
    throw new Problem(409, `This import cannot be taken back: ${blockers.join('; ')}. Nothing was undone.`, {
      code: 'referred',
    })
}

/** What an issued invoice charges stays on its job: it is credited first, as by hand. */
function invoicedSince(tx: Tx, lines: readonly string[]): string[] {
  const [first, ...more] = listInvoicedJobs(tx.db, JSON.stringify(lines))
  if (!first) return []
  const others = more.length ? `, and ${countRows(more.length, 'jobs')} beside it` : ''
  return [`job ${first.reference} is invoiced by ${first.number} since${others}`]
}

export const readVersions = (tx: Tx, table: string, ids: readonly string[]) =>
  new Map(listVersions(tx.db, table, JSON.stringify(ids)).map(({ id, version }) => [id, version]))

/** By table, what goes or is given back and so refers to nothing of the import any more. */
export function ownIds(tx: Tx, undo: Undo): OwnIds {
  const own = new Map<string, string>()
  for (const [table, logged] of undo.tables) {
    const versions = readVersions(
      tx,
      table,
      logged.map(({ record }) => record.id),
    )
    const gone = logged.filter(
      ({ record }) => !record.before || undo.isUnchanged(record, versions.get(record.id)),
    )
    own.set(table, JSON.stringify(gone.map(({ record }) => record.id)))
  }
  return own
}

const OWNED_REFERENCES = new Set([
  'stock_ledger.materialid',
  'job_categories.jobid',
  'stock_onhand.inventoryid',
  'location_stakeholders.locationid',
])

export function referringRecords(tx: Tx, table: string, ids: readonly string[], own: OwnIds): string[] {
  if (ids.length === 0) return []
  const json = JSON.stringify(ids)
  const counts = new Map<string, number>()
  for (const referrer of listReferrers(tx.db, table)) {
    if (OWNED_REFERENCES.has(`${referrer.table}.${referrer.column}`)) continue
    const count = countReferring(tx.db, referrer, { of: table, ids: json, own: own.get(referrer.table) })
    if (count) counts.set(referrer.table, (counts.get(referrer.table) ?? 0) + count)
  }
  return [...counts].map(
    ([from, count]) =>
      `${countRows(count, from)} ${count === 1 ? 'refers' : 'refer'} to its ${tablePlural(table)}`,
  )
}
