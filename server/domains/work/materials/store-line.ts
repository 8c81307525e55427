import { getTableColumns } from 'drizzle-orm'
import type { MaterialRow } from '#db/queries/work/materials.ts'
import { materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'

const columns = Object.entries(getTableColumns(materials))
const UPDATE = `UPDATE materials SET ${columns.map(([, { name }]) => `"${name}" = ?`).join(', ')} WHERE id = ? AND version = ?`

export function storeLine({ db, now }: Tx, after: MaterialRow): MaterialRow {
  const line = { ...after, version: after.version + 1, updatedutc: now }
  const cells = columns.map(([field, column]) => {
    const value = line[field as keyof MaterialRow]
    return value === null ? null : (column.mapToDriverValue(value) as string | number)
  })
  prepared(db, UPDATE).run([...cells, after.id, after.version])
  return line
}
