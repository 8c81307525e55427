import { endDigest, setDigest } from '#db/queries/people/digests.ts'
import type { Tx } from '#db/tenants.ts'
import { hourOfDay, readZone, zonedTime } from '#server/zone.ts'
import { readPreferences } from './read-preferences.ts'

export const isDigestPreference = (key: string) => key.startsWith('notifications.digest')

export function planDigest(tx: Tx, userid: string) {
  const wishes = readPreferences(tx.db, userid)
  if (!wishes['notifications.digest']) return endDigest(tx.db, userid)
  return setDigest(tx.db, userid, nextFullHour(wishes['notifications.digesthour'], readZone(tx.db), tx.now))
}

/** The next instant (ISO 8601 UTC, after `now`) at which the clock of a zone shows a full hour. */
export function nextFullHour(hour: number, zone: string, now: string): string {
  const today = zonedTime(now, zone).toPlainDate()
  const at = (days: number) => hourOfDay(today.add({ days }), hour, zone)
  return [at(0), at(1)].find((instant) => instant > now) ?? at(2)
}
