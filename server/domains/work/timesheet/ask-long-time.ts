import { invalid } from '#server/errors.ts'
import { LONG_MINUTES, sayLongTime } from '#views/ui/long-time.ts'

/** `long`: ticked by who was asked and means it. */
type Typed = { minutes?: number | null; long?: boolean }

/** Decision F8: what people type over 8 hours is asked about, once. @throws 400 by field */
export function askLongTime<B extends Typed>({ long, ...body }: B): Omit<B, 'long'> {
  if (!long && (body.minutes ?? 0) > LONG_MINUTES) throw invalid({ minutes: sayLongTime(body.minutes ?? 0) })
  return body
}
