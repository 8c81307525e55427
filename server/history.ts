import { prepared, prepareTemporary } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { readZone, zonedTime } from './zone.ts'

export type Change = { field: string; oldvalue: string; newvalue: string }

const INSERT = `
  INSERT INTO history (seq, entity, entityid, item, field, oldvalue, newvalue, userid, user, dateutc)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** `entity` is the table's name; `item` a part of the record, such as a line of a job. */
export function recordHistory(tx: Tx, entity: string, entityid: string, changes: Change[], item = '') {
  for (const { field, oldvalue, newvalue } of changes)
    recordEntry(tx, [entity, entityid, item, field, oldvalue, newvalue])
  if (changes.length > 0) recordArrival(tx, entity, entityid, item)
}

const recordEntry = (tx: Tx, entry: HistoryEntry) =>
  prepared(tx.db, INSERT).run([tx.seq, ...entry, tx.by.userid, tx.by.name, tx.now])

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
  const own = (at: number) => Array.from({ length: 6 }, (_, n) => `?${at + n}`).join(', ')
  for (const entry of writeBlocks(tx, [], entries, own)) recordEntry(tx, entry)
}

export function recordImportedRows(
  tx: Tx,
  entity: string,
  file: string,
  arrivals: readonly [id: string, line: number][],
) {
  const rows = arrivals.map(([id, line]): [string, string] => [id, `${file}, line ${line}`])
  const own = (at: number) => `?5, ?${at}, '', 'imported', '', ?${at + 1}`
  for (const [id, said] of writeBlocks(tx, [entity], rows, own))
    recordEntry(tx, [entity, id, '', 'imported', '', said])
}

/** Rows a statement, for imports: ten times this costs no less. */
const MOST = 500

/**
 * `shared` values stand from `?5` on, a row's own from `?at` on. Gives the rows beyond the last whole block: to prepare a statement for a
 * few hundred takes longer than to run a kept one for each.
 */
function writeBlocks<Row extends readonly string[]>(
  tx: Tx,
  shared: readonly string[],
  rows: readonly Row[],
  row: (at: number) => string,
): readonly Row[] {
  const whole = rows.length - (rows.length % MOST)
  const [first] = rows
  if (!first || whole === 0) return rows
  const head = [tx.seq, tx.by.userid, tx.by.name, tx.now, ...shared]
  const block = prepareTemporary(
    tx.db,
    `INSERT INTO history (seq, userid, user, dateutc, entity, entityid, item, field, oldvalue, newvalue) VALUES
     ${Array.from({ length: MOST }, (_, n) => `(?1, ?2, ?3, ?4, ${row(head.length + 1 + n * first.length)})`).join(', ')}`,
  )
  for (let at = 0; at < whole; at += MOST) block.run(head.concat(...rows.slice(at, at + MOST)))
  block.done()
  return rows.slice(whole)
}

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
