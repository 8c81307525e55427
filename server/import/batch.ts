import { insertMany, updateMany } from '#db/queries/settings/import.ts'
import type { Passing } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import type { Value } from './read-value.ts'

type Row = Record<string, Value>

/** Rows on their way into a file. They are there after `flush`. */
export type Batch = {
  insert(table: string, row: Row): void
  update(table: string, id: string, row: Row): void
  flush(): void
}

/** What one statement takes: a tenth of this costs a fifth more, ten times this hardly less. */
const MOST = 1_000

type Shape = { table: string; columns: string[]; values: Value[]; many: number; full?: Passing }

/**
 * Writes rows by the thousand, those of the same columns in one statement. The search index of items writes itself out
 * at every statement that touches it, which makes a row on its own cost many times what it costs among others.
 */
export function batchOf(db: TenantDb): Batch {
  const [inserts, updates] = [waiting(db, insertMany), waiting(db, updateMany)]
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

type Statement = (db: TenantDb, table: string, columns: readonly string[], many: number) => Passing

/** Rows by table and columns, in the order in which they came, until there are enough of them. */
function waiting(db: TenantDb, statement: Statement) {
  const shapes = new Map<string, Shape>()
  let last: Shape | undefined

  function shapeOf(table: string, row: Row): Shape {
    // Rows that follow each other mostly have the same columns: then no name is made for them.
    if (last && last.table === table && isShaped(row, last.columns)) return last
    const columns = Object.keys(row)
    const name = `${table} ${columns}`
    const found = shapes.get(name) ?? { table, columns, values: [], many: 0 }
    shapes.set(name, found)
    return found
  }

  function write(shape: Shape) {
    const { table, columns, values, many } = shape
    if (many === MOST) {
      shape.full ??= statement(db, table, columns, MOST)
      shape.full.run(values)
    } else if (many) {
      const rest = statement(db, table, columns, many)
      rest.run(values)
      rest.done()
    }
    shape.values = []
    shape.many = 0
  }

  return {
    add(table: string, row: Row, id?: string) {
      const shape = shapeOf(table, row)
      last = shape
      if (id !== undefined) shape.values.push(id)
      for (const column of shape.columns) shape.values.push(row[column] as Value)
      if (++shape.many === MOST) write(shape)
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

function isShaped(row: Row, columns: readonly string[]): boolean {
  let at = 0
  for (const column in row) if (column !== columns[at++]) return false
  return at === columns.length
}
