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
