import { readSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'

export const DEFAULT_ZONE = 'Africa/Johannesburg'

/** The zone in which this tenant's days begin and end (decision A2). */
export const zoneOf = (db: TenantDb): string => readSetting<string>(db, 'zone') ?? DEFAULT_ZONE

/** Every time zone that is known here, by name. */
export const zones: readonly string[] = Intl.supportedValuesOf('timeZone')

const known = new Set(zones)
/** Whether this is a time zone that the program knows, such as `Africa/Johannesburg`. */
export const isZone = (zone: string) => known.has(zone)

/** Today's calendar date in a zone, `YYYY-MM-DD`. */
export const todayIn = (zone: string, now: Date = new Date()): string => calendarOf(zone).format(now)

// Making a formatter costs more than the page it is made for.
const calendars = new Map<string, Intl.DateTimeFormat>()

function calendarOf(zone: string): Intl.DateTimeFormat {
  const known = calendars.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  calendars.set(zone, made)
  return made
}

/** The instant (ISO 8601 UTC) at which a calendar date, or one some days after it, begins in a zone. */
export function startOfDay(date: string, zone: string, daysafter = 0): string {
  const utc = Date.parse(`${date}T00:00:00Z`) + daysafter * 86_400_000
  // Twice, because the first guess may lie on the other side of a change of the clocks.
  const guess = utc - offsetAt(utc, zone)
  return new Date(utc - offsetAt(guess, zone)).toISOString()
}

/** The clock of a zone at an instant (ISO 8601), as a date whose UTC reads so: for a spreadsheet, which knows no zones. */
export function clockIn(instant: string, zone: string): Date {
  const at = Date.parse(instant)
  return new Date(Math.floor(at / 1000) * 1000 + offsetAt(at, zone))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(zone, made)
  return made
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, zone: string): number =>
  Date.parse(`${clockOf(zone).format(instant).replace(' ', 'T')}Z`) - Math.floor(instant / 1000) * 1000
