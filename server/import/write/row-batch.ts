import { countChanges, insertMany, updateMany } from '#db/queries/settings/import.ts'
import type { TemporaryStatement } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import type { ColumnValue } from '#server/import/check/coerce.ts'

type Row = Record<string, ColumnValue>

export type RowBatch = {
  insert(table: string, row: Row): void
  update(table: string, id: string, row: Row): void
  flush(): void
}

/** A tenth of this costs a fifth more, ten times this hardly less. */
const ROWS_PER_STATEMENT = 1_000

type Shape = {
  table: string
  columns: string[]
  values: ColumnValue[]
  count: number
  full?: TemporaryStatement
}

/** The search index of items writes itself out at every statement, so rows of the same columns share one. */
export function createRowBatch(db: TenantDb): RowBatch {
  const [inserts, updates] = [
    createQueue(db, insertMany),
    createQueue(db, updateMany, (count) => checkChanges(db, count)),
  ]
  return {
    insert(table, row) {
      inserts.add(table, row)
    },
    update(table, id, row) {
      updates.add(table, row, id)
    },
    flush() {
      inserts.flush()
      updates.flush()
    },
  }
}

type Statement = (
  db: TenantDb,
  table: string,
  columns: readonly string[],
  count: number,
) => TemporaryStatement

function createQueue(db: TenantDb, statement: Statement, check = (_count: number) => {}) {
  const shapes = new Map<string, Shape>()
  let last: Shape | undefined

  function findShape(table: string, row: Row): Shape {
    // Consecutive rows mostly have the same columns, so the key is rarely built.
    if (last && last.table === table && hasColumns(row, last.columns)) return last
    const columns = Object.keys(row)
    const key = `${table} ${columns}`
    const found = shapes.get(key) ?? { table, columns, values: [], count: 0 }
    shapes.set(key, found)
    return found
  }

  function write(shape: Shape) {
    const { table, columns, values, count } = shape
    if (count === ROWS_PER_STATEMENT) {
      shape.full ??= statement(db, table, columns, ROWS_PER_STATEMENT)
      shape.full.run(values)
    } else if (count) {
      const rest = statement(db, table, columns, count)
      rest.run(values)
      rest.done()
    }
    if (count) check(count)
    shape.values = []
    shape.count = 0
  }

  return {
    add(table: string, row: Row, id?: string) {
      const shape = findShape(table, row)
      last = shape
      if (id !== undefined) shape.values.push(id)
      for (const column of shape.columns) shape.values.push(row[column] as ColumnValue)
      if (++shape.count === ROWS_PER_STATEMENT) write(shape)
    },
    flush() {
      for (const shape of shapes.values()) {
        write(shape)
        shape.full?.done()
      }
      shapes.clear()
      last = undefined
    },
  }
}

function checkChanges(db: TenantDb, count: number) {
  if (countChanges(db) !== count)
    throw new Problem(
      409,
      'Somebody changed one of these records meanwhile. Nothing was kept; please try again.',
    )
}

function hasColumns(row: Row, columns: readonly string[]): boolean {
  let at = 0
  for (const column in row) if (column !== columns[at++]) return false
  return at === columns.length
}
