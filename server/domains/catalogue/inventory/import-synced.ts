import { findTakenCodes } from '#db/queries/catalogue/taken-codes.ts'
import type { Tx } from '#db/tenants.ts'
import { addResource } from '#server/crud/save.ts'
import type { MarssItem } from '#server/marss/protocol.ts'
import { item } from './resource.ts'
import type { SyncedItem } from './types.ts'

/** What is here stays as it is, and an item without a code has no place. */
export function importSynced(tx: Tx, given: readonly MarssItem[]): SyncedItem[] {
  const known = findTakenCodes(
    tx.db,
    given.flatMap(({ code, barcode }) => [code, barcode].filter(Boolean)),
  )
  const added: SyncedItem[] = []
  for (const one of given) {
    if (!one.code || known.has(one.code.toLowerCase()) || known.has(one.barcode.toLowerCase())) continue
    const { code, make, model, barcode } = one
    const materialname = one.name || one.description
    const { title, record } = addResource(item, tx, { code, make, model, barcode, materialname })
    for (const word of [code, barcode]) if (word) known.add(word.toLowerCase())
    added.push({ id: record.id, name: title, barcode })
  }
  return added
}
