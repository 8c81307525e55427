import { linkedPeople, linkPeople } from '#db/queries/contacts/locations.ts'
import {
  archiveLines,
  archiveRows,
  deleteRows,
  detachJobs,
  listKeptByHistory,
  listReferrers,
  listVersions,
  touchLineJobs,
  unlinkPeople,
} from '#db/queries/settings/import-undo.ts'
import type { ImportDone } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import type { HistoryEntry } from '#server/history.ts'
import { createRowBatch } from '#server/import/write/row-batch.ts'
import type { WrittenRecord } from '#server/import/write/undo-log.ts'
import { referringRecords } from './blockers.ts'
import { countRows } from './table-names.ts'
import { versionsAfterUndos } from './versions-after-undos.ts'

export type Undo = {
  done: ImportDone
  booked: Set<string>
  entries: HistoryEntry[]
  blockers: string[]
}

type TableResult = { removed: number; restored: number; skipped: number }

export function undoTable(tx: Tx, table: string, records: WrittenRecord[], undo: Undo): TableResult {
  const { entries, blockers, booked } = undo
  const present = readVersions(tx, table, records)
  const isUnchanged = unchangedSince(tx, records, present, undo.done)
  const [added, changed] = [records.filter(({ before }) => !before), records.filter(({ before }) => before)]
  const ids = added.map(({ id }) => id).filter((id) => present.has(id))
  const changedSince = added.filter((one) => present.has(one.id) && !isUnchanged(one))
  if (changedSince.length)
    blockers.push(
      `${countRows(changedSince.length, table)} ${changedSince.length === 1 ? 'was' : 'were'} changed since`,
    )
  // First these: what existed before may refer to what the import added.
  const restored = changed.filter(isUnchanged)
  restoreRecords(tx, table, restored, { present, entries })
  blockers.push(...referringRecords(tx, table, ids))
  if (blockers.length) return { removed: 0, restored: 0, skipped: 0 }
  removeRecords(tx, table, ids, booked)
  for (const id of ids) entries.push([table, id, '', 'import undone', 'yes', ''])
  return { removed: ids.length, restored: restored.length, skipped: changed.length - restored.length }
}

type Versions = ReadonlyMap<string, number>

function readVersions(tx: Tx, table: string, records: readonly WrittenRecord[]): Versions {
  const ids = JSON.stringify(records.map(({ id }) => id))
  return new Map(listVersions(tx.db, table, ids).map(({ id, version }) => [id, version]))
}

function unchangedSince(tx: Tx, records: readonly WrittenRecord[], present: Versions, done: ImportDone) {
  const isSame = ({ id, version }: WrittenRecord) => (present.get(id) ?? version) === version
  const later = records.every(isSame) ? new Map<string, number>() : versionsAfterUndos(tx.db, done)
  return ({ id, version }: WrittenRecord) => present.get(id) === (later.get(`${id} ${version}`) ?? version)
}

function restoreRecords(
  tx: Tx,
  table: string,
  records: readonly WrittenRecord[],
  { present, entries }: { present: Versions; entries: HistoryEntry[] },
) {
  const batch = createRowBatch(tx.db)
  const linked = records.some(({ people }) => people) ? linkedPeople(tx.db) : undefined
  for (const record of records) {
    record.restored = present.get(record.id)! + 1
    batch.update(table, record.id, { ...record.before, version: record.restored, updatedutc: tx.now })
    const fields = Object.keys(record.before ?? {})
    // Whom somebody linked or unlinked since stays as they left it.
    if (record.people && sameIds(linked?.get(record.id) ?? [], record.people.after)) {
      linkPeople(tx.db, record.id, record.people.before)
      fields.push('stakeholder')
    }
    entries.push([table, record.id, '', 'import undone', '', fields.join(', ')])
  }
  batch.flush()
}

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id))

function removeRecords(tx: Tx, table: string, ids: readonly string[], booked: Set<string>) {
  const json = JSON.stringify(ids)
  if (table === 'jobs') detachJobs(tx.db, json)
  if (table === 'locations') unlinkPeople(tx.db, json)
  if (table === 'materials') touchLineJobs(tx.db, json, tx.seq)
  archiveLines(tx.db, JSON.stringify(ids.filter((id) => booked.has(id))), tx.now)
  const kept = new Set(listKeptByHistory(tx.db, listReferrers(tx.db, table), json))
  if (table !== 'materials') archiveRows(tx.db, table, JSON.stringify([...kept]), tx.now)
  deleteRows(tx.db, table, JSON.stringify(ids.filter((id) => !booked.has(id) && !kept.has(id))))
}
