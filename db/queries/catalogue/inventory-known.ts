import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** Which of some words are an item's code or barcode already, archived ones too; in lower case. */
export function knownItems(db: TenantDb, words: readonly string[]): Set<string> {
  const rows = prepared<{ word: string }>(
    db,
    `SELECT lower(code) AS word FROM inventory WHERE lower(code) IN (SELECT lower(value) FROM json_each(?1))
     UNION SELECT lower(barcode) FROM inventory
     WHERE barcode <> '' AND lower(barcode) IN (SELECT lower(value) FROM json_each(?1))`,
  ).all([JSON.stringify(words)])
  return new Set(rows.map(({ word }) => word.toLowerCase()))
}
