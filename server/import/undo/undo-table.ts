import { linkedPeople, linkPeople } from '#db/queries/contacts/locations.ts'
import {
  archiveLines,
  archiveRows,
  deleteRows,
  detachCategories,
  detachJobs,
  detachSteps,
  listKeptByHistory,
  listReferrers,
  touchLineJobs,
  unlinkPeople,
} from '#db/queries/settings/import-undo.ts'
import type { WriteStep } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { followClasses, setsClasses } from '#server/import/write/follow-classes.ts'
import { createRowBatch } from '#server/import/write/row-batch.ts'
import { ownIds, readVersions, referringRecords } from './blockers.ts'
import { reverseLines } from './reverse-stock.ts'
import type { Logged, Undo } from './undo-plan.ts'

const AT_ONCE = 10

const inSteps = (all: readonly Logged[], run: (some: Logged[]) => void): WriteStep[] =>
  Array.from(
    { length: Math.ceil(all.length / AT_ONCE) },
    (_, n) => () => run(all.slice(n * AT_ONCE, (n + 1) * AT_ONCE)),
  )

/** Before anything goes: what existed before may refer to what the import added. */
export const restoreSteps = (tx: Tx, undo: Undo): WriteStep[] =>
  [...undo.tables].flatMap(([table, logged]) =>
    inSteps(
      logged.filter(({ record }) => record.before),
      (some) => restoreRecords(tx, table, some, undo),
    ),
  )

function restoreRecords(tx: Tx, table: string, some: readonly Logged[], undo: Undo) {
  const present = readVersions(tx, table, idsOf(some))
  const unchanged = some.filter(({ record }) => undo.isUnchanged(record, present.get(record.id)))
  undo.result.restored += unchanged.length
  undo.result.skipped += some.length - unchanged.length
  const batch = createRowBatch(tx.db)
  const linked = unchanged.some(({ record }) => record.people) ? linkedPeople(tx.db) : undefined
  for (const { record, part } of unchanged) {
    record.restored = present.get(record.id)! + 1
    undo.changed.add(part)
    batch.update(table, record.id, { ...record.before, version: record.restored, updatedutc: tx.now })
    const fields = Object.keys(record.before ?? {})
    // Whom somebody linked or unlinked since stays as they left it.
    if (record.people && sameIds(linked?.get(record.id) ?? [], record.people.after)) {
      linkPeople(tx.db, record.id, record.people.before)
      fields.push('stakeholder')
    }
    undo.entries.push([table, record.id, '', 'import undone', '', fields.join(', ')])
  }
  batch.flush()
  for (const { record } of unchanged)
    if (setsClasses(table, Object.keys(record.before ?? {}))) followClasses(tx, table, record.id)
}

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id))

const idsOf = (logged: readonly Logged[]) => logged.map(({ record }) => record.id)

export function removeSteps(tx: Tx, undo: Undo, table: string): WriteStep[] {
  const added = (undo.tables.get(table) ?? []).filter(({ record }) => !record.before).reverse()
  const steps = inSteps(added, (some) => removeRecords(tx, table, some, undo))
  return table === 'jobs' ? [() => void detachJobs(tx.db, JSON.stringify(idsOf(added))), ...steps] : steps
}

function removeRecords(tx: Tx, table: string, some: readonly Logged[], undo: Undo) {
  const present = readVersions(tx, table, idsOf(some))
  const unchanged = idsOf(some.filter(({ record }) => undo.isUnchanged(record, present.get(record.id))))
  const ids = withoutReferred(tx, table, unchanged, undo)
  undo.result.removed += ids.length
  undo.result.skipped += present.size - ids.length
  const json = JSON.stringify(ids)
  if (table === 'jobs') {
    detachCategories(tx.db, json)
    detachSteps(tx.db, json)
  }
  if (table === 'locations') unlinkPeople(tx.db, json)
  if (table === 'materials') touchLineJobs(tx.db, json, tx.seq)
  const booked = table === 'materials' ? reverseLines(tx, ids) : new Set<string>()
  archiveLines(tx.db, JSON.stringify([...booked]), tx.now)
  const kept = new Set(listKeptByHistory(tx.db, listReferrers(tx.db, table), json))
  if (table !== 'materials') archiveRows(tx.db, table, JSON.stringify([...kept]), tx.now)
  deleteRows(tx.db, table, JSON.stringify(ids.filter((id) => !booked.has(id) && !kept.has(id))))
  for (const id of ids) undo.entries.push([table, id, '', 'import undone', 'yes', ''])
}

/** Somebody may refer to one since it was looked up whether the import can go. */
function withoutReferred(tx: Tx, table: string, ids: readonly string[], undo: Undo): string[] {
  undo.own ??= ownIds(tx, undo)
  const own = undo.own
  if (referringRecords(tx, table, ids, own).length === 0) return [...ids]
  return ids.filter((id) => referringRecords(tx, table, [id], own).length === 0)
}
