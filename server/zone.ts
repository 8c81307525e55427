import { settingOf } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'

export const DEFAULT_ZONE = 'Africa/Johannesburg'

/** The zone in which this tenant's days begin and end (decision A2). */
export const zoneOf = (db: TenantDb): string => settingOf<string>(db, 'zone') ?? DEFAULT_ZONE

/** Today's calendar date in a zone, `YYYY-MM-DD`. */
export const todayIn = (zone: string, now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now)
