import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const tables = Object.values(schema).filter((value) => is(value, SQLiteTable)) as SQLiteTable[]

const kinds = tables
  .filter((table) => getTableColumns(table).id?.dataType === 'string')
  .map((table) => getTableName(table))

// Text: a union of every table there is. Files stay when an import that made their record is undone.
const USED = [
  ...kinds.map((kind) => `SELECT 1 FROM "${kind}" WHERE id = ?1`),
  'SELECT 1 FROM documents WHERE referenceid = ?1',
].join(' UNION ALL ')

/** Whether a record of any kind has that id, or files are kept for it. */
export const isIdUsed = (db: TenantDb, id: string): boolean => prepared(db, USED).get([id]) !== null
