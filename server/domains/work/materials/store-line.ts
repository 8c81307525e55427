import { getTableColumns } from 'drizzle-orm'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'

const columns = Object.entries(getTableColumns(materials))
const names = columns.map(([, { name }]) => `"${name}"`)
const INSERT = `INSERT INTO materials (${names.join()}) VALUES (${names.map(() => '?').join()})`
const UPDATE = `UPDATE materials SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ? AND version = ?`

const cellsOf = (line: MaterialRow) =>
  columns.map(([field, column]) => {
    const value = line[field as keyof MaterialRow]
    return value === null ? null : (column.mapToDriverValue(value) as string | number)
  })

/** One by one: drizzle takes longer to write the text of many than SQLite takes to store them. */
export function insertLines({ db }: Tx, lines: readonly MaterialRow[]) {
  for (const line of lines) prepared(db, INSERT).run(cellsOf(line))
}

export function storeLine({ db, now }: Tx, after: MaterialRow): MaterialRow {
  const line = { ...after, version: after.version + 1, updatedutc: now }
  prepared(db, UPDATE).run([...cellsOf(line), after.id, after.version])
  return line
}
