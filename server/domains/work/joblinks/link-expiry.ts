import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { invalid } from '#server/errors.ts'
import { readToday, readZone, startOfDay } from '#server/zone.ts'
import { shortDate } from '#views/format.ts'
import { LINK_DAYS, MOST_LINK_DAYS } from './input.ts'

/** The last day of a link for which none is chosen: an estimate is no offer any more after its own. */
export function lastLinkDay(db: TenantDb, validuntil: string | undefined): string {
  const day = daysAfter(readToday(db), LINK_DAYS)
  return validuntil && validuntil < day ? validuntil : day
}

/** ISO 8601 UTC. @throws 400 */
export function linkExpiry(db: TenantDb, asked: string | undefined, validuntil: string | undefined): string {
  const zone = readZone(db)
  const endOf = (day: string) => startOfDay(day, zone, 1)
  const today = readToday(db)
  const instant = asked?.trim() ? readInstant(asked, endOf) : endOf(lastLinkDay(db, validuntil))
  if (instant <= db.now().toISOString()) throw invalid({ expires: 'Choose a day that is not past.' })
  if (instant > endOf(daysAfter(today, MOST_LINK_DAYS)))
    throw invalid({ expires: `Choose a day within the next ${MOST_LINK_DAYS} days.` })
  if (validuntil && instant > endOf(validuntil))
    throw invalid({
      expires: `The estimate is valid until ${shortDate(validuntil)}: choose that day or one before it.`,
    })
  return instant
}

function readInstant(asked: string, endOf: (day: string) => string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(asked)
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/.test(asked)
  const time = isDay || isInstant ? Date.parse(asked) : Number.NaN
  if (Number.isNaN(time)) throw invalid({ expires: 'This must be a date like 2026-12-24.' })
  // What the calendar does not have, such as 31 November, some engines move to the next month.
  if (isDay && new Date(time).toISOString().slice(0, 10) !== asked)
    throw invalid({ expires: 'This must be a date like 2026-12-24.' })
  return isDay ? endOf(asked) : new Date(time).toISOString()
}
