import { restoredSince, type StoredImport } from '#db/queries/settings/imports.ts'
import type { TenantDb } from '#db/types.ts'

/** A record that later imports changed and undid is as it was, though its version went up twice. */
export function versionsAfterUndos(db: TenantDb, done: StoredImport): Map<string, number> {
  const leaps = new Map<string, number>()
  for (const { id, version, restored } of restoredSince(db, done)) leaps.set(`${id} ${version - 1}`, restored)
  const ends = new Map<string, number>()
  for (const [from, first] of leaps) {
    const [id] = from.split(' ')
    let end = first
    while (leaps.has(`${id} ${end}`)) end = leaps.get(`${id} ${end}`)!
    ends.set(from, end)
  }
  return ends
}
