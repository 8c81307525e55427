import { invalid } from '#server/errors.ts'
import { duration } from '#views/format.ts'

const LONG_MINUTES = 8 * 60

/** `long`: ticked by who was asked and means it. */
type Typed = { minutes?: number | null; long?: boolean }

/** Decision F8: what people type over 8 hours is asked about, once. @throws 400 by field */
export function askLongTime<B extends Typed>({ long, ...body }: B): Omit<B, 'long'> {
  if (!long && (body.minutes ?? 0) > LONG_MINUTES)
    throw invalid({
      minutes: `${duration(body.minutes)} is more than a day of 8 hours. If it is right, tick below that it is.`,
    })
  return body
}
