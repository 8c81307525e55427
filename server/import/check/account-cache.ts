import { peopleRows } from '#db/queries/people/users.ts'
import { wholeRows } from '#db/queries/settings/import.ts'
import type { TenantDb } from '#db/types.ts'
import { storedColumns } from '#server/import/map/record-fields.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import type { ColumnValues } from './coerce-rows.ts'

export type AccountCache = {
  readonly db: TenantDb
  cached<T>(key: string, read: () => T): T
}

export function createAccountCache(db: TenantDb): AccountCache {
  const values = new Map<string, unknown>()
  return {
    db,
    cached<T>(key: string, read: () => T): T {
      if (!values.has(key)) values.set(key, read())
      return values.get(key) as T
    },
  }
}

export type ExistingRow = ColumnValues & { id: string; version: number }

export const existingRows = (account: AccountCache, recordType: string): Map<string, ExistingRow> =>
  account.cached(`rows of ${recordType}`, () => {
    const rows = wholeRows(account.db, getRecordType(recordType).table, storedColumns(recordType))
    return new Map(rows.map((row) => [row.id, row]))
  })

/** By id; people are a record type here. */
export const recordNames = (account: AccountCache, recordType: string): Map<string, string> =>
  account.cached(`names of ${recordType}`, () =>
    recordType === 'users' ? userNames(account.db) : namesInTable(account.db, recordType),
  )

const userNames = (db: TenantDb) =>
  new Map(peopleRows(db).map((row) => [row.id, `${row.firstname} ${row.lastname}`.trim()]))

function namesInTable(db: TenantDb, recordType: string) {
  const { table, fields } = getRecordType(recordType)
  const column = 'name' in fields ? 'name' : 'code'
  return new Map(wholeRows(db, table, [column]).map((row) => [row.id, String(row[column] ?? '')]))
}
