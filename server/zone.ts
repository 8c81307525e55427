import { readSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'

export const DEFAULT_ZONE = 'Africa/Johannesburg'

/** The zone in which this tenant's days begin and end (decision A2). */
export const zoneOf = (db: TenantDb): string => readSetting<string>(db, 'zone') ?? DEFAULT_ZONE

/** Every time zone that is known here, by name. */
export const zones: readonly string[] = Intl.supportedValuesOf('timeZone')

const known = new Set(zones)
export const isZone = (zone: string) => known.has(zone)

/** An instant (ISO 8601) on the clocks of a zone. */
export const zonedTime = (instant: string | Date, zone: string): Temporal.ZonedDateTime =>
  new Date(instant).toTemporalInstant().toZonedDateTimeISO(zone)

/** The instant of a zoned time in ISO 8601 UTC, as instants are stored. */
export const instantOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): string =>
  new Date(epochMilliseconds).toISOString()

/** Today's calendar date in a zone, `YYYY-MM-DD`. */
export const todayIn = (zone: string, now: Date = new Date()): string =>
  zonedTime(now, zone).toPlainDate().toString()

/** The instant (ISO 8601 UTC) at which a calendar date, or one some days after it, begins in a zone. */
export const startOfDay = (date: string, zone: string, daysafter = 0): string =>
  instantOf(Temporal.PlainDate.from(date).add({ days: daysafter }).toZonedDateTime(zone))

/** The clock of a zone at an instant (ISO 8601), as a date whose UTC reads so: for a spreadsheet, which knows no zones. */
export const clockIn = (instant: string, zone: string): Date =>
  new Date(`${zonedTime(instant, zone).toPlainDateTime().toString({ smallestUnit: 'second' })}Z`)
