import { findTakenCodes } from '#db/queries/catalogue/taken-codes.ts'
import type { TenantDb } from '#db/types.ts'
import { csvText } from '#server/domains/settings/imports/csv-text.ts'
import { importFetched, stageFetched } from '#server/domains/settings/imports/stage-fetched.ts'
import type { Context } from '#server/http/context.ts'
import type { MarssItem } from '#server/marss/protocol.ts'
import type { SyncedItem } from './types.ts'

/** What is new there, as an import that is taken back like any other. */
export async function importSynced(c: Context, given: readonly MarssItem[]): Promise<SyncedItem[]> {
  const rows = c
    .read((db) => findNew(db, given))
    .map(({ code, name, description, make, model, barcode }) => ({
      ...{ Code: code, 'Stock name': name || description },
      ...{ Make: make, Model: model, Barcode: barcode },
    }))
  if (rows.length === 0) return []
  const staged = await stageFetched(c, { list: 'inventory', source: 'Marss', csv: csvText(rows, true) })
  return importFetched(c, staged, 'inventory')
}

/** What is here stays as it is, and an item without a code has no place. */
function findNew(db: TenantDb, given: readonly MarssItem[]): MarssItem[] {
  const known = findTakenCodes(
    db,
    given.flatMap(({ code, barcode }) => [code, barcode].filter(Boolean)),
  )
  return given.filter(({ code, barcode }) => {
    if (!code || known.has(code.toLowerCase()) || known.has(barcode.toLowerCase())) return false
    for (const word of [code, barcode]) if (word) known.add(word.toLowerCase())
    return true
  })
}
