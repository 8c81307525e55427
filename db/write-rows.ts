import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Db, prepared } from './sqlite.ts'

type Shape = {
  insertOne: string
  insertBlock: string
  columns: (readonly [field: string, column: SQLiteColumn])[]
}

/** Rows of one statement: more at once are stored hardly faster, and take longer to prepare. */
const BLOCK = 32

const shapes = new WeakMap<SQLiteTable, Shape>()

/**
 * In their order, by texts that are built once: drizzle builds its own anew for each row, which takes longer than SQLite takes to
 * store it. Returns how many were added; `unless` another one has the same key, it is left out.
 */
export function insertRows<T extends SQLiteTable>(
  db: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  unless?: 'known',
): number {
  const { insertOne, insertBlock, columns } = shapeOf(table)
  function run(text: string, some: readonly T['$inferInsert'][]): number {
    const cells: Cell[] = []
    for (const row of some)
      for (const [field, column] of columns) cells.push(cellOf(column, row[field as never] ?? column.default))
    return prepared(db, unless ? `${text} ON CONFLICT DO NOTHING` : text).run(cells).changes
  }
  const whole = rows.length - (rows.length % BLOCK)
  let added = 0
  for (let at = 0; at < whole; at += BLOCK) added += run(insertBlock, rows.slice(at, at + BLOCK))
  for (const row of rows.slice(whole)) added += run(insertOne, [row])
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
  const row = `(${names.map(() => '?').join()})`
  const textOf = (many: number) =>
    `INSERT INTO "${getTableName(table)}" (${names.join()}) VALUES ${Array(many).fill(row).join()}`
  const made = { insertOne: textOf(1), insertBlock: textOf(BLOCK), columns }
  shapes.set(table, made)
  return made
}

type Cell = string | number | null

const cellOf = (column: SQLiteColumn, value: unknown): Cell =>
  value === undefined || value === null ? null : (column.mapToDriverValue(value) as string | number)
