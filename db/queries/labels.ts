import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { byWords } from '#db/word-order.ts'
import { holdsAll, toGlobPatterns } from './alike.ts'
import { ITEM_NAME } from './names.ts'

export type LabelTable = 'equipment' | 'storage' | 'inventory'
export type LabelRow = { id: string; name: string; code: string; note: string }

const rows: Record<LabelTable, string> = {
  equipment: 'SELECT i.id, i.name, i.barcode AS code, i.model AS note FROM equipment AS i',
  storage: `SELECT i.id, i.name, i.barcode AS code, '' AS note FROM storage AS i`,
  inventory: `
    SELECT i.id, ${ITEM_NAME} AS name, coalesce(nullif(i.barcode, ''), i.code) AS code,
      CASE WHEN i.barcode <> '' AND i.barcode <> i.code THEN i.code ELSE '' END AS note
    FROM inventory AS i`,
}

/** As many labels as are printed at once. */
export const MOST = 1000

/**
 * What labels say of the things in use of a table whose name or code has a text in it, by name; of those alone that
 * `ids` names, when it does. `code` is empty where there is nothing to scan.
 */
export function labelRows(
  db: TenantDb,
  table: LabelTable,
  search: string,
  ids?: readonly string[],
): LabelRow[] {
  const wanted = ids ? 'AND i.id IN (SELECT value FROM json_each(?2))' : 'AND ?2 IS NULL'
  return prepared<LabelRow>(
    db,
    `SELECT * FROM (${rows[table]} WHERE i.archived = 0 ${wanted})
     WHERE ${holdsAll('concat_ws(char(31), name, code, note)', 1)}
     ORDER BY ${byWords('name')}, id LIMIT ${MOST + 1}`,
  ).all([toGlobPatterns(search), ids ? JSON.stringify(ids) : null])
}
