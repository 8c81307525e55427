import { tooMany } from '#server/access/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { getMeta } from './request.ts'

const WINDOW_MS = 60_000
const ADDRESSES = 10_000

type Window = { count: number; until: number }

/** Counts in memory, by address, what a minute may hold at most: it costs no write. */
export function rateWindow(most: number) {
  const windows = new WeakMap<Services, Map<string, Window>>()
  /** @throws 429 */
  return (services: Services, request: Request, amount: number) => {
    const seen = windows.get(services) ?? new Map<string, Window>()
    windows.set(services, seen)
    const { address } = getMeta(request)
    const now = services.clock().getTime()
    const known = seen.get(address)
    const window = known && known.until > now ? known : { count: 0, until: now + WINDOW_MS }
    window.count += amount
    if (seen.size >= ADDRESSES) seen.clear()
    seen.set(address, window)
    if (window.count > most) throw tooMany(new Date(window.until).toISOString(), new Date(now).toISOString())
  }
}
