import { readPosition } from '#db/queries/position.ts'
import type { TenantDb } from '#db/types.ts'

/**
 * What `make` reads of an account, read again only after a name, label or right changed (`tx.invalidateCaches`).
 * Cached beside the open file itself, so that it can never answer for another account.
 */
export function cachedByReferenceVersion<T>(make: (db: TenantDb) => T): (db: TenantDb) => T {
  const cache = new WeakMap<TenantDb, { at: number; value: T }>()
  return (db) => {
    const at = readPosition(db).referenceVersion
    const hit = cache.get(db)
    if (hit?.at === at) return hit.value
    const value = make(db)
    cache.set(db, { at, value })
    return value
  }
}
