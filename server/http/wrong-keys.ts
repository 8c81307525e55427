import { tooMany } from '#server/access/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { getMeta } from './request.ts'

const MOST = 60
const WINDOW_MS = 60_000
const ADDRESSES = 10_000

type Window = { count: number; until: number }
const windows = new WeakMap<Services, Map<string, Window>>()

/** Right keys go on working: none of 256 random bits is found by trying. @throws 429 after 60 in a minute */
export function countWrongKey(services: Services, request: Request) {
  const seen = windows.get(services) ?? new Map<string, Window>()
  windows.set(services, seen)
  const { address } = getMeta(request)
  const now = services.clock().getTime()
  const known = seen.get(address)
  const window = known && known.until > now ? known : { count: 0, until: now + WINDOW_MS }
  window.count++
  if (seen.size >= ADDRESSES) seen.clear()
  seen.set(address, window)
  if (window.count > MOST) throw tooMany(new Date(window.until).toISOString(), new Date(now).toISOString())
}
