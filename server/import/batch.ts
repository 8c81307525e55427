import { insertRows, updateRows } from '#db/queries/import.ts'
import type { TenantDb } from '#db/types.ts'
import type { Value } from './read-value.ts'

type Row = Record<string, Value>

/** Rows on their way into a file. They are there after `flush`. */
export type Batch = {
  insert(table: string, row: Row): void
  update(table: string, id: string, row: Row): void
  flush(): void
}

/** What one statement takes: a tenth of this costs a fifth more, ten times this no less. */
const MOST = 2_000

/**
 * Writes rows by the thousand, those of the same columns in one statement. The search index of items writes itself out
 * at every statement that touches it, which makes a row on its own cost many times what it costs among others.
 */
export function batchOf(db: TenantDb): Batch {
  const waiting = new Map<string, { rows: Value[][]; write(rows: Value[][]): void }>()

  function add(shape: string, write: (rows: Value[][]) => void, row: Value[]) {
    const own = waiting.get(shape) ?? { rows: [], write }
    waiting.set(shape, own)
    own.rows.push(row)
    if (own.rows.length < MOST) return
    write(own.rows)
    own.rows = []
  }

  return {
    insert(table, row) {
      const columns = Object.keys(row)
      add(`+ ${table} ${columns}`, (rows) => insertRows(db, table, columns, rows), Object.values(row))
    },
    update(table, id, row) {
      const columns = Object.keys(row)
      add(`= ${table} ${columns}`, (rows) => updateRows(db, table, columns, rows), [
        id,
        ...Object.values(row),
      ])
    },
    flush() {
      for (const { rows, write } of waiting.values()) if (rows.length) write(rows)
      waiting.clear()
    },
  }
}
