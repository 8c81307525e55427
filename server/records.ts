import { randomUUIDv7 } from 'bun'
import { eq, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isIdUsed } from '#db/queries/used-ids.ts'
import { type Params, statement } from '#db/statement.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { insertRows, updateById } from '#db/write-rows.ts'
import { cachedBy } from '#server/cache.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { changesBetween, formatPlainValue, recordHistory } from './history.ts'

export type RecordTable = SQLiteTable & {
  id: SQLiteColumn
  version: SQLiteColumn
  archived: SQLiteColumn
}

type Show = (field: string, value: unknown) => string
type Row = { id: string; version: number; archived: boolean } & Record<string, unknown>
type Values<T extends RecordTable> = Partial<T['$inferInsert']>

const byTable = cachedBy<RecordTable>(1)

const findById = (table: RecordTable) =>
  byTable(table, 'id', () =>
    statement((q, p: Params<{ id: string }>) =>
      q
        .select()
        .from(table as SQLiteTable)
        .where(eq(table.id, p.id)),
    ),
  )

/** @throws 404, or, when `field` names the input that refers to it, a refusal of that field */
export function getRecord<T extends RecordTable>(
  db: TenantDb,
  table: T,
  id: string,
  field?: string,
): T['$inferSelect'] {
  const row = findById(table).get(db, { id })
  if (!row) throw field ? invalid({ [field]: 'This record could not be found.' }) : notFound()
  return row as T['$inferSelect']
}

/** @throws 409 when the caller brought an id that is in use */
export function insert<T extends RecordTable>(
  tx: Tx,
  table: T,
  values: Values<T> & { id?: string },
): T['$inferSelect'] {
  if (values.id) refuseUsedId(tx.db, values.id)
  const row = { ...values, id: values.id ?? randomUUIDv7(), createdutc: tx.now, updatedutc: tx.now }
  insertRows(tx.db, table, [row as never])
  recordHistory(tx, getTableName(table), row.id, [
    { field: 'created', oldvalue: '', newvalue: String(row['name' as never] ?? '') },
  ])
  return getRecord(tx.db, table, row.id)
}

/** Of whatever kind: what hangs on one record must never be reached by another. @throws 409 */
export function refuseUsedId(db: TenantDb, id: string) {
  if (isIdUsed(db, id)) throw new Problem(409, 'There is a record with this id already.', { code: 'exists' })
}

/**
 * `version` is the one the person saw; without it the newest. `present`: how its call shows the record.
 * @throws 404, or a `VersionConflict` with the current record
 */
export function updateRecord<T extends RecordTable>(
  tx: Tx,
  table: T,
  id: string,
  { version, ...values }: Values<T> & { version?: number },
  show: Show = formatPlainValue,
  present: () => { version: number } = () => getRecord(tx.db, table, id) as Row,
): T['$inferSelect'] {
  const before = getRecord(tx.db, table, id) as Row
  if (version !== undefined && version !== before.version)
    throw versionConflict(present(), before, values, show)
  const changes = changesBetween(before, values as Partial<Row>, show)
  if (changes.length === 0) return before as T['$inferSelect']
  updateById(tx.db, table, id, { ...values, version: before.version + 1, updatedutc: tx.now } as never)
  recordHistory(tx, getTableName(table), id, changes)
  return getRecord(tx.db, table, id)
}

const namesByTable = cachedBy<RecordTable>(1)

const findNameById = (table: RecordTable & { name: SQLiteColumn }) =>
  namesByTable(table, 'name', () =>
    statement((q, p: Params<{ id: string }>) =>
      q
        .select({ name: table.name })
        .from(table as SQLiteTable)
        .where(eq(table.id, p.id)),
    ),
  )

export function findName(db: TenantDb, table: RecordTable & { name: SQLiteColumn }, id: unknown): string {
  if (typeof id !== 'string' || !id) return ''
  return String(findNameById(table).get(db, { id })?.name ?? '(unknown)')
}
