import { isIPv6 } from 'node:net'
import { tooMany } from '#server/access/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { getMeta } from './request.ts'

const WINDOW_MS = 60_000
/** Kept at most, in some 2 MB. */
const COUNTED = 10_000

type Window = { count: number; until: number }

/** Counts in memory what a minute may hold at most, by network or by who is given: it costs no write. */
export function rateWindow(most: number) {
  const windows = new WeakMap<Services, Map<string, Window>>()
  return (services: Services, request: Request, amount: number, who = requestNetwork(request)) => {
    const seen = windows.get(services) ?? new Map<string, Window>()
    windows.set(services, seen)
    const now = services.clock().getTime()
    const known = seen.get(who)
    const window = known && isOpen(known, now) ? known : open(seen, who, now)
    window.count += amount
    if (window.count > most) throw tooMany(new Date(window.until).toISOString(), new Date(now).toISOString())
  }
}

export const requestNetwork = (request: Request) => findNetwork(getMeta(request).address)

/** One that ends later than it can have begun is by a clock that was ahead, and would hold people off till then. */
const isOpen = ({ until }: Pick<Window, 'until'>, now: number) => until > now && until <= now + WINDOW_MS

/** Stands last in the map, so that those that end first stand first. */
function open(seen: Map<string, Window>, who: string, now: number): Window {
  seen.delete(who)
  for (const [oldest, { until }] of seen) {
    if (isOpen({ until }, now) && seen.size < COUNTED) break
    seen.delete(oldest)
  }
  const window = { count: 0, until: now + WINDOW_MS }
  seen.set(who, window)
  return window
}

/** Of IPv6 the first 64 bits, since who has one address there has all of them (RFC 6177). */
export function findNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] as string
  if (!isIPv6(address)) return address
  const [start = '', end] = address.split('::')
  const groups = start.split(':').filter(Boolean)
  const missing = end === undefined ? 0 : 8 - groups.length - end.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(end ?? '').split(':')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
