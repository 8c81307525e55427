import { history } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows } from '#db/write-rows.ts'
import { readZone, zonedTime } from './zone.ts'

export type Change = { field: string; oldvalue: string; newvalue: string }

/** `entity` is the table's name; `item` a part of the record, such as a line of a job. */
export function recordHistory(tx: Tx, entity: string, entityid: string, changes: Change[], item = '') {
  recordHistoryEntries(
    tx,
    changes.map(({ field, oldvalue, newvalue }) => [entity, entityid, item, field, oldvalue, newvalue]),
  )
  if (changes.length > 0) recordArrival(tx, entity, entityid, item)
}

const arrivals = new WeakMap<Tx, Set<string>>()

/** Once for each record: what is dated back by a device says when it was heard of. */
export function recordArrival(tx: Tx, entity: string, entityid: string, item = '') {
  if (!tx.arrived) return
  const known = arrivals.get(tx) ?? new Set()
  arrivals.set(tx, known)
  const key = `${entity} ${entityid}`
  if (known.has(key)) return
  known.add(key)
  const at = zonedTime(tx.arrived, readZone(tx.db)).toPlainDateTime().toString({ smallestUnit: 'minute' })
  recordHistory(
    tx,
    entity,
    entityid,
    [{ field: 'arrived', oldvalue: '', newvalue: at.replace('T', ' ') }],
    item,
  )
}

export type HistoryEntry = [
  entity: string,
  entityid: string,
  item: string,
  field: string,
  oldvalue: string,
  newvalue: string,
]

export function recordHistoryEntries(tx: Tx, entries: readonly HistoryEntry[]) {
  const { seq, now: dateutc } = tx
  const { userid, name: user } = tx.by
  insertRows(
    tx.db,
    history,
    entries.map(([entity, entityid, item, field, oldvalue, newvalue]) => ({
      ...{ seq, entity, entityid, item, field, oldvalue, newvalue },
      ...{ userid, user, dateutc },
    })),
  )
}

export const recordImportedRows = (
  tx: Tx,
  entity: string,
  file: string,
  arrivals: readonly [id: string, line: number][],
) =>
  recordHistoryEntries(
    tx,
    arrivals.map(([id, line]) => [entity, id, '', 'imported', '', `${file}, line ${line}`]),
  )

export function changesBetween<R extends Record<string, unknown>>(
  before: R,
  after: Partial<R>,
  show: (field: string, value: unknown) => string = formatPlainValue,
): Change[] {
  return Object.entries(after)
    .filter(([field, value]) => field !== 'version' && value !== undefined && value !== before[field])
    .map(([field, value]) => ({ field, oldvalue: show(field, before[field]), newvalue: show(field, value) }))
}

export const formatPlainValue = (_field: string, value: unknown): string =>
  value === null || value === undefined ? '' : value === true ? 'yes' : value === false ? 'no' : String(value)
