import { seenApiKey, seenSeat, seenSession } from '#db/queries/platform/seen.ts'
import type { PlatformDoor } from '#server/http/context.ts'

type Seen = { userid: string; accountid: string; utc: string }
const waiting = new WeakMap<PlatformDoor, Map<string, Seen>>()

/**
 * Notes that somebody is here: in memory only, since a request must not cost a write. What is noted is lost when the
 * program is killed within the minute, which nobody misses.
 */
export function saw(
  platform: PlatformDoor,
  { sessionid, userid, accountid }: { sessionid: string; userid: string; accountid: string },
  now: Date,
) {
  const noted = waiting.get(platform) ?? new Map<string, Seen>()
  waiting.set(platform, noted)
  noted.set(sessionid, { userid, accountid, utc: now.toISOString() })
}

/** When somebody was seen last in an account, also if that is not written down yet. */
export function lastSeen(
  platform: PlatformDoor,
  { userid, accountid, seenutc }: { userid: string; accountid: string; seenutc: string | null },
): string | null {
  let last = seenutc
  for (const one of waiting.get(platform)?.values() ?? [])
    if (one.userid === userid && one.accountid === accountid && one.utc > (last ?? '')) last = one.utc
  return last
}

/** Writes down who was seen since the last time, all in one transaction. Runs once a minute. */
export async function writeSeen(platform: PlatformDoor) {
  const noted = waiting.get(platform)
  if (!noted?.size) return
  waiting.delete(platform)
  await platform.write(({ db }) => {
    for (const [sessionid, { userid, accountid, utc }] of noted) {
      if (sessionid.startsWith('key:')) seenApiKey(db, sessionid.slice(4), utc)
      else seenSession(db, sessionid, utc)
      seenSeat(db, userid, accountid, utc)
    }
  })
}
