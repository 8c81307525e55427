import type { Platform } from '#db/platform.ts'
import type { PlatformDb } from '#db/types.ts'

const LIMIT = 5_000
const kept = new WeakMap<Platform, { at: number; values: Map<string, unknown> }>()

/**
 * A look-up in the platform's file that every request makes, kept until anything in that file changes. Only this
 * process writes there, so an ended session or a changed right is never answered from memory.
 */
export function lookUp<T>(platform: Platform, key: string, look: (db: PlatformDb) => T): T {
  const at = platform.changes()
  const known = kept.get(platform)
  const cache =
    known?.at === at && known.values.size < LIMIT ? known : { at, values: new Map<string, unknown>() }
  if (cache !== known) kept.set(platform, cache)
  if (cache.values.has(key)) return cache.values.get(key) as T
  const value = platform.read(look)
  cache.values.set(key, value)
  return value
}
