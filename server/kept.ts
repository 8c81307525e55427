import { readPosition } from '#db/queries/position.ts'
import type { TenantDb } from '#db/types.ts'

/**
 * What `make` reads of an account, read again only after a name, label or right changed (`tx.invalidateCaches`).
 * It is kept beside the open file itself, so that it can never answer for another account.
 */
export function keptByCatalogue<T>(make: (db: TenantDb) => T): (db: TenantDb) => T {
  const kept = new WeakMap<TenantDb, { at: number; value: T }>()
  return (db) => {
    const at = readPosition(db).referenceVersion
    const hit = kept.get(db)
    if (hit?.at === at) return hit.value
    const value = make(db)
    kept.set(db, { at, value })
    return value
  }
}
