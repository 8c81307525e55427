import { duration } from '#views/format.ts'

/** More is asked about, where it is typed by hand. */
export const LONG_MINUTES = 8 * 60

export const sayLongTime = (minutes: number) =>
  `${duration(minutes)} is more than a day of 8 hours. If it is right, tick below that it is.`
