import { readReferenceVersion } from '#db/queries/position.ts'
import { tableChanges } from '#db/sqlite.ts'
import type { MadeOf } from '#db/table-changes.ts'
import { isWriting } from '#db/transact.ts'
import type { TenantDb } from '#db/types.ts'
import { Lru } from './cache.ts'

/** Of each open file: what people of some ten roles see of a few figures. */
const MOST = 200

const kept = new WeakMap<TenantDb, Lru<string, { value: unknown; made: MadeOf }>>()

/**
 * What `make` reads of an account's file, the same again until a table changes that it read. Whatever else it depends on stands in
 * `key`: what the person sees, the day. Nobody may change what they are given.
 */
export function keptRead<T>(db: TenantDb, key: string, make: () => T): T {
  const changes = tableChanges(db)
  // What a write reads may be undone.
  if (!changes || isWriting(db)) return make()
  const reads = kept.get(db) ?? new Lru(MOST)
  kept.set(db, reads)
  // Names and rights are kept in memory, where no table tells that they were read.
  const whole = `${readReferenceVersion(db)} ${key}`
  const hit = reads.get(whole)
  if (hit && changes.stands(hit.made)) {
    changes.asks(hit.made)
    return hit.value as T
  }
  const read = changes.watch(make)
  reads.set(whole, read)
  return read.value
}
