import type { Platform } from '#db/platform.ts'
import type { PlatformDb } from '#db/types.ts'
import { cachedBy } from '#server/cache.ts'

const cached = cachedBy(5_000, (platform: Platform) => platform.changes())

/** Only this process writes there, so an ended session or a changed right is never answered from memory. */
export const lookUp = <T>(platform: Platform, key: string, look: (db: PlatformDb) => T): T =>
  cached(platform, key, () => platform.read(look))
