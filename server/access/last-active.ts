import type { PlatformAccess } from '#db/platform.ts'
import { setApiKeyActive, setSeatActive, setSessionActive } from '#db/queries/platform/last-active.ts'

type Activity = { userid: string; accountid: string; utc: string }
const unwritten = new WeakMap<PlatformAccess, Map<string, Activity>>()

/** In memory only, since a request must not cost a write: a kill loses the last minute, which nobody misses. */
export function recordActivity(
  platform: PlatformAccess,
  { sessionid, userid, accountid }: { sessionid: string; userid: string; accountid: string },
  now: Date,
) {
  const bySession = unwritten.get(platform) ?? new Map<string, Activity>()
  unwritten.set(platform, bySession)
  bySession.set(sessionid, { userid, accountid, utc: now.toISOString() })
}

/** Also counts what is not written yet. */
export function lastActive(
  platform: PlatformAccess,
  { userid, accountid, seenutc }: { userid: string; accountid: string; seenutc: string | null },
): string | null {
  let last = seenutc
  for (const one of unwritten.get(platform)?.values() ?? [])
    if (one.userid === userid && one.accountid === accountid && one.utc > (last ?? '')) last = one.utc
  return last
}

export async function writeActivity(platform: PlatformAccess) {
  const bySession = unwritten.get(platform)
  if (!bySession?.size) return
  unwritten.delete(platform)
  await platform.write(({ db }) => {
    for (const [sessionid, { userid, accountid, utc }] of bySession) {
      if (sessionid.startsWith('key:')) setApiKeyActive(db, sessionid.slice(4), utc)
      else setSessionActive(db, sessionid, utc)
      setSeatActive(db, userid, accountid, utc)
    }
  })
}
