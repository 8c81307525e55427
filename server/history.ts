import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'

export type Change = { field: string; oldvalue: string; newvalue: string }

const INSERT = `
  INSERT INTO history (seq, entity, entityid, item, field, oldvalue, newvalue, userid, user, dateutc)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/**
 * Writes history entries, one for each field, in the transaction of the change itself. `entity` is the table's
 * name; `item` names a part of the record, such as a line of a job.
 */
export function remember(tx: Tx, entity: string, entityid: string, changes: Change[], item = '') {
  const statement = prepared(tx.db, INSERT)
  for (const { field, oldvalue, newvalue } of changes)
    statement.run([
      tx.seq,
      entity,
      entityid,
      item,
      field,
      oldvalue,
      newvalue,
      tx.by.userid,
      tx.by.name,
      tx.now,
    ])
}

const INSERT_MANY = `
  INSERT INTO history (seq, entity, entityid, item, field, oldvalue, newvalue, userid, user, dateutc)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ?, ?, ? FROM json_each(?)`

/** One entry of many. */
export type Entry = [
  entity: string,
  entityid: string,
  item: string,
  field: string,
  oldvalue: string,
  newvalue: string,
]

/** Writes the history of thousands of records in one statement, in their order: for imports. */
export function rememberMany(tx: Tx, entries: readonly Entry[]) {
  prepared(tx.db, INSERT_MANY).run([tx.seq, tx.by.userid, tx.by.name, tx.now, JSON.stringify(entries)])
}

const INSERT_ARRIVALS = `
  INSERT INTO history (seq, entity, entityid, item, field, oldvalue, newvalue, userid, user, dateutc)
  SELECT ?1, ?2, value ->> 0, '', 'imported', '', ?3 || ', line ' || (value ->> 1), ?4, ?5, ?6 FROM json_each(?7)`

/** As `rememberMany`, for records that a file brought: of each its id and the line it stood on. */
export function rememberArrivals(
  tx: Tx,
  entity: string,
  file: string,
  arrivals: readonly [id: string, line: number][],
) {
  const { userid, name } = tx.by
  prepared(tx.db, INSERT_ARRIVALS).run([tx.seq, entity, file, userid, name, tx.now, JSON.stringify(arrivals)])
}

/** The fields in which `after` differs from `before`, as words a person can read through `show`. */
export function changesBetween<R extends Record<string, unknown>>(
  before: R,
  after: Partial<R>,
  show: (field: string, value: unknown) => string = plain,
): Change[] {
  return Object.entries(after)
    .filter(([field, value]) => field !== 'version' && value !== undefined && value !== before[field])
    .map(([field, value]) => ({ field, oldvalue: show(field, before[field]), newvalue: show(field, value) }))
}

export const plain = (_field: string, value: unknown): string =>
  value === null || value === undefined ? '' : value === true ? 'yes' : value === false ? 'no' : String(value)
