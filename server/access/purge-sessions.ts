import type { PlatformAccess } from '#db/platform.ts'
import { purgeSessions, purgeTokens } from '#db/queries/platform/purge-sessions.ts'
import { addMs, DAY_MS } from '#server/instants.ts'

/** A program that signs in every minute leaves half a million sessions a year. */
const RETENTION_MS = 30 * DAY_MS
const AT_ONCE = 5_000

export const purgeOldSessions = (platform: PlatformAccess) =>
  platform.write(({ db, now }) => {
    const before = addMs(now, -RETENTION_MS)
    purgeSessions(db, before, AT_ONCE)
    purgeTokens(db, before, AT_ONCE)
  })
