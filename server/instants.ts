export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The instant some milliseconds after another (before it, when negative), in ISO 8601 UTC: as instants are stored. */
export const after = (instant: string | Date, ms: number): string =>
  new Date(new Date(instant).getTime() + ms).toISOString()
