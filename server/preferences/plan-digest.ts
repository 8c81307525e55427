import { endDigest, setDigest } from '#db/queries/people/digests.ts'
import type { Tx } from '#db/tenants.ts'
import { HOUR_MS } from '#server/instants.ts'
import { startOfDay, todayIn, zoneOf } from '#server/zone.ts'
import { preferencesOf } from './preferences-of.ts'

/** Whether a preference decides about the digest. */
export const isOfDigest = (key: string) => key.startsWith('notifications.digest')

/** Plans a person's next digest by what they have chosen, or ends it. */
export function planDigest(tx: Tx, userid: string) {
  const wishes = preferencesOf(tx.db, userid)
  if (!wishes['notifications.digest']) return endDigest(tx.db, userid)
  return setDigest(tx.db, userid, nextAt(wishes['notifications.digesthour'], zoneOf(tx.db), tx.now))
}

/** The next instant (ISO 8601 UTC, after `now`) at which the clock of a zone shows a full hour. */
export function nextAt(hour: number, zone: string, now: string): string {
  const today = todayIn(zone, new Date(now))
  const at = (days: number) => atHour(Date.parse(startOfDay(today, zone, days)), hour, zone)
  return [at(0), at(1)].find((instant) => instant > now) ?? at(2)
}

/** On the day when a zone's clocks are changed, hours after midnight and hours of the clock are not the same. */
function atHour(midnight: number, hour: number, zone: string): string {
  const guess = midnight + hour * HOUR_MS
  const shown = Number(hourOf(zone).format(guess)) % 24
  const off = ((hour - shown + 36) % 24) - 12
  return new Date(guess + off * HOUR_MS).toISOString()
}

const hourOf = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
