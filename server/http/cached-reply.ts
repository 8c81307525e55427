import type { Tenants } from '#db/tenants.ts'
import { claimsId, STAKEHOLDER } from '#server/access/claims.ts'
import { Lru } from '#server/cache.ts'
import type { Context, Reply } from './context.ts'
import { isKept } from './kept-markup.ts'
import { isReply } from './reply.ts'
import { toKeptMarkup } from './responses.ts'

/** In each zone a day begins with a quarter of an hour, and with it what is late. */
const QUARTER_MS = 15 * 60_000
const LIMIT_BYTES = 16_000_000
const caches = new WeakMap<Tenants, Lru<string, Reply>>()

/** A StakeHolder's locations are linked to people, not to roles. The key holds the account: none sees another's. */
export async function cachedReply(tenants: Tenants, c: Context, make: () => unknown): Promise<unknown> {
  const { accountid, claims, roles, userid } = c.person
  const { seq } = tenants.position(accountid)
  const whose = roles.includes(STAKEHOLDER) ? userid : ''
  const quarter = Math.floor(c.now().getTime() / QUARTER_MS)
  const key = `${accountid} ${seq} ${quarter} ${claimsId(claims)} ${whose} ${c.url.pathname}${c.url.search} ${c.request.url}`
  const replies = openCache(tenants)
  const hit = replies.get(key)
  if (hit) return hit
  const reply = await make()
  if (!isReply(reply) || reply.kind !== 'view' || reply.dialog || isKept(reply.body)) return reply
  const rendered: Reply = { ...reply, body: toKeptMarkup(reply.body) }
  // Something was saved while this was made: it may show either state, so it is not cached.
  if (tenants.position(accountid).seq === seq) replies.set(key, rendered)
  return rendered
}

function openCache(tenants: Tenants): Lru<string, Reply> {
  const replies = caches.get(tenants) ?? new Lru(LIMIT_BYTES, countBytes)
  caches.set(tenants, replies)
  return replies
}

function countBytes(reply: Reply, key: string): number {
  const kept = reply.kind === 'view' && isKept(reply.body) ? reply.body : undefined
  return key.length + (kept ? kept.before.length + kept.after.length : 0)
}
