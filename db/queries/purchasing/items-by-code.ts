import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

// Text: three indexes, one after another. A code is looked for as it was typed, or in one case, as a scan does.
const BY_CODE = `
  WITH asked(code, spelt) AS (
    SELECT value, value FROM json_each(?1) UNION SELECT value, upper(value) FROM json_each(?1)
    UNION SELECT value, lower(value) FROM json_each(?1))
  SELECT a.code, i.id FROM asked a JOIN inventory i ON i.code = a.spelt AND i.archived = 0
  UNION SELECT a.code, i.id FROM asked a JOIN inventory i ON i.barcode = a.spelt AND i.archived = 0
  UNION SELECT a.code, i.id FROM asked a JOIN supplier_items f ON f.supplier = ?2 AND f.code = a.spelt AND f.archived = 0
    JOIN inventory i ON i.id = f.inventoryid AND i.archived = 0`

/** By our code or barcode, or by what this supplier calls them. */
export const findItemsByCode = (db: TenantDb, supplier: string, codes: readonly string[]) =>
  prepared<{ code: string; id: string }>(db, BY_CODE).all([JSON.stringify(codes), supplier])
