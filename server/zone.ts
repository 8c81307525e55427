import { readSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'
import { cachedBetweenWrites } from './reference-cache.ts'

export const DEFAULT_ZONE = 'Africa/Johannesburg'

/** Decision A2. */
export const readZone = cachedBetweenWrites((db) => readSetting<string>(db, 'zone') ?? DEFAULT_ZONE)

export const zones: readonly string[] = Intl.supportedValuesOf('timeZone')

const known = new Set(zones)
export const isZone = (zone: string) => known.has(zone)

/** ISO 8601. */
export const zonedTime = (instant: string | Date, zone: string): Temporal.ZonedDateTime =>
  new Date(instant).toTemporalInstant().toZonedDateTimeISO(zone)

/** ISO 8601 UTC, as instants are stored. */
export const toInstant = ({ epochMilliseconds }: Temporal.ZonedDateTime): string =>
  new Date(epochMilliseconds).toISOString()

/** `YYYY-MM-DD`. */
export const todayIn = (zone: string, now: Date): string => zonedTime(now, zone).toPlainDate().toString()

/** Of the tenant, by the server's clock: what every dated rule goes by. */
export const readToday = (db: TenantDb): string => todayIn(readZone(db), db.now())

/** ISO 8601 UTC; of a date, or of one some days after it. */
export const startOfDay = (date: string, zone: string, daysafter = 0): string =>
  toInstant(Temporal.PlainDate.from(date).add({ days: daysafter }).toZonedDateTime(zone))

/** ISO 8601 UTC. An hour that the change of the clocks leaves out is the one before; of one that comes twice it is the first. */
export const hourOfDay = (day: Temporal.PlainDate, hour: number, zone: string): string =>
  toInstant(day.toPlainDateTime({ hour }).toZonedDateTime(zone, { disambiguation: 'earlier' }))

/** A date whose UTC reads as the zone's clock: for a spreadsheet, which knows no zones. */
export const clockIn = (instant: string, zone: string): Date =>
  new Date(`${zonedTime(instant, zone).toPlainDateTime().toString({ smallestUnit: 'second' })}Z`)
