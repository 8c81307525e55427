export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** ISO 8601 UTC, as instants are stored; before it when negative. */
export const addMs = (instant: string | Date, ms: number): string =>
  new Date(new Date(instant).getTime() + ms).toISOString()
