import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Db, prepared } from './sqlite.ts'

type Shape = { insert: string; columns: (readonly [field: string, column: SQLiteColumn])[] }

const shapes = new WeakMap<SQLiteTable, Shape>()

/**
 * One by one by a text that is built once: drizzle builds it anew for each row, which takes longer than SQLite takes to
 * store it. Returns how many were added; `unless` another one has the same key, it is left out.
 */
export function insertRows<T extends SQLiteTable>(
  db: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  unless?: 'known',
): number {
  const { insert, columns } = shapeOf(table)
  const sql = unless ? `${insert} ON CONFLICT DO NOTHING` : insert
  let added = 0
  for (const row of rows) {
    const cells = columns.map(([field, column]) => cellOf(column, row[field as never] ?? column.default))
    added += prepared(db, sql).run(cells).changes > 0 ? 1 : 0
  }
  return added
}

/** Of the row with this id, by a text for each set of columns. What is undefined stays. */
export function updateById<T extends SQLiteTable & { id: SQLiteColumn }>(
  db: Db,
  table: T,
  id: string,
  values: Partial<T['$inferInsert']>,
) {
  const columns = getTableColumns(table)
  const fields = Object.keys(values).filter((name) => columns[name] && values[name as never] !== undefined)
  const sets = fields.map((field) => `"${columns[field]?.name}" = ?`)
  const cells = fields.map((field) => cellOf(columns[field] as SQLiteColumn, values[field as never]))
  prepared(db, `UPDATE "${getTableName(table)}" SET ${sets.join(', ')} WHERE id = ?`).run([...cells, id])
}

function shapeOf(table: SQLiteTable): Shape {
  const known = shapes.get(table)
  if (known) return known
  const columns = Object.entries(getTableColumns(table))
  const names = columns.map(([, { name }]) => `"${name}"`)
  const insert = `INSERT INTO "${getTableName(table)}" (${names.join()}) VALUES (${names.map(() => '?').join()})`
  const made = { insert, columns }
  shapes.set(table, made)
  return made
}

const cellOf = (column: SQLiteColumn, value: unknown) =>
  value === undefined || value === null ? null : (column.mapToDriverValue(value) as string | number)
