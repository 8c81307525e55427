import { getTableColumns } from 'drizzle-orm'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'

const columns = Object.entries(getTableColumns(materials))
const names = columns.map(([, { name }]) => `"${name}"`)

const cellsOf = (line: MaterialRow) =>
  columns.map(([field, column]) => {
    const value = line[field as keyof MaterialRow]
    return value === null ? null : (column.mapToDriverValue(value) as string | number)
  })

/** Writes what changed alone: each column named costs SQLite its indexes and the keys that refer to it. */
export function storeLine({ db, now }: Tx, before: MaterialRow, after: MaterialRow): MaterialRow {
  const line = { ...after, version: before.version + 1, updatedutc: now }
  const cells = [cellsOf(before), cellsOf(line)] as const
  const changed = names.map((_, at) => at).filter((at) => cells[0][at] !== cells[1][at])
  const sets = changed.map((at) => `${names[at]} = ?`).join(', ')
  prepared(db, `UPDATE materials SET ${sets} WHERE id = ? AND version = ?`).run([
    ...changed.map((at) => cells[1][at] ?? null),
    before.id,
    before.version,
  ])
  return line
}
