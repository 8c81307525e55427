import { itemNameSql } from '#db/queries/names.ts'
import type { equipment, inventory, jobs, storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Found =
  | typeof equipment.$inferSelect
  | typeof storage.$inferSelect
  | typeof inventory.$inferSelect
  | typeof jobs.$inferSelect

export type ScannedRecord = Pick<Found, 'id'> & {
  kind: 'equipment' | 'storage' | 'item' | 'job' | 'delivery'
  name: string
  note: string
}

const most = 20

// Text: seven branches of one list, each found by an index of its own. A code is looked for as it was read, or in one
// case, since NOCASE would not use the index.
export const SCAN_SQL = `
  WITH scanned(code) AS (VALUES (?1), (upper(?1)), (lower(?1)))
  SELECT kind, id, name, note FROM (
    SELECT 'equipment' AS kind, id, name, barcode AS note, 1 AS rank FROM equipment
      WHERE barcode IN (SELECT code FROM scanned) AND archived = 0
    UNION ALL SELECT 'storage', id, name, barcode, 2 FROM storage
      WHERE barcode IN (SELECT code FROM scanned) AND archived = 0
    UNION ALL SELECT 'item', id, ${itemNameSql('inventory')}, code, 3 FROM inventory
      WHERE barcode IN (SELECT code FROM scanned) AND archived = 0
    UNION ALL SELECT 'item', id, ${itemNameSql('inventory')}, code, 4 FROM inventory
      WHERE code IN (SELECT code FROM scanned) AND archived = 0
    UNION ALL SELECT 'job', id, reference, description, 5 FROM jobs
      WHERE reference IN (SELECT code FROM scanned)
    UNION ALL SELECT 'delivery', id, coalesce(number, 'Draft'), reference, 6 FROM deliveries
      WHERE id IN (SELECT code FROM scanned)
    UNION ALL SELECT 'equipment', id, name, barcode, 7 FROM equipment
      WHERE code IN (SELECT code FROM scanned) AND archived = 0)
  GROUP BY kind, id
  ORDER BY min(rank), name, id
  LIMIT ${most}`

export const findScanned = (db: TenantDb, code: string): ScannedRecord[] =>
  code === '' ? [] : prepared<ScannedRecord>(db, SCAN_SQL).all([code])
