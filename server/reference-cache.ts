import { readReferenceVersion } from '#db/queries/position.ts'
import { isWriting } from '#db/transact.ts'
import type { TenantDb } from '#db/types.ts'
import { cachedBy } from './cache.ts'

/** Until a name, label or right changed (`tx.invalidateCaches`). */
export function cachedByReferenceVersion<T>(make: (db: TenantDb) => T): (db: TenantDb) => T {
  const cached = cachedBy(1, (db: TenantDb) => readReferenceVersion(db))
  return (db) => cached(db, '', make)
}

/** For what a write may read after it has changed it. */
export function cachedBetweenWrites<T>(make: (db: TenantDb) => T): (db: TenantDb) => T {
  const cached = cachedByReferenceVersion(make)
  return (db) => (isWriting(db) ? make(db) : cached(db))
}
