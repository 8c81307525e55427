import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type Scanned = { kind: 'equipment' | 'storage' | 'item' | 'job'; id: string; name: string }

// As it was read, or in one case: each of the three is found by an index, which NOCASE would not use.
const ITEM = `coalesce(nullif(trim(materialname), ''), nullif(trim(make || ' ' || model), ''), code)`
export const SCAN = `
  WITH wanted(code) AS (VALUES (?1), (upper(?1)), (lower(?1)))
  SELECT 'equipment' AS kind, id, name, 1 AS rank FROM equipment
    WHERE barcode IN (SELECT code FROM wanted) AND archived = 0
  UNION ALL SELECT 'storage', id, name, 2 FROM storage
    WHERE barcode IN (SELECT code FROM wanted) AND archived = 0
  UNION ALL SELECT 'item', id, ${ITEM}, 3 FROM inventory
    WHERE barcode IN (SELECT code FROM wanted) AND archived = 0
  UNION ALL SELECT 'item', id, ${ITEM}, 4 FROM inventory
    WHERE code IN (SELECT code FROM wanted) AND archived = 0
  UNION ALL SELECT 'job', id, reference, 5 FROM jobs WHERE reference IN (SELECT code FROM wanted)
  ORDER BY rank, id`

/** All that a scanned code may mean, the likeliest first. */
export const scanned = (db: TenantDb, code: string): Scanned[] =>
  code === '' ? [] : prepared<Scanned>(db, SCAN).all([code])
