import { renderToStaticMarkup } from 'react-dom/server'
import type { Tenants } from '#db/tenants.ts'
import { claimsId, STAKEHOLDER } from '#server/access/claims.ts'
import { Lru } from '#server/cache.ts'
import type { Context, Reply } from './context.ts'
import { isReply } from './reply.ts'

const LIMIT_CHARACTERS = 16_000_000
const caches = new WeakMap<Tenants, Lru<string, Reply>>()

/** A StakeHolder's locations are linked to people, not to roles. The key holds the account: none sees another's. */
export async function cachedReply(tenants: Tenants, c: Context, make: () => unknown): Promise<unknown> {
  const { accountid, claims, roles, userid } = c.person
  const { seq } = tenants.position(accountid)
  const whose = roles.includes(STAKEHOLDER) ? userid : ''
  const key = `${accountid} ${seq} ${claimsId(claims)} ${whose} ${c.url.pathname}${c.url.search}`
  const replies = openCache(tenants)
  const hit = replies.get(key)
  if (hit) return hit
  const reply = await make()
  if (!isReply(reply) || reply.kind !== 'view' || reply.dialog || typeof reply.body === 'string') return reply
  const rendered: Reply = { ...reply, body: renderToStaticMarkup(reply.body) }
  // Something was saved while this was made: it may show either state, so it is not cached.
  if (tenants.position(accountid).seq === seq) replies.set(key, rendered)
  return rendered
}

function openCache(tenants: Tenants): Lru<string, Reply> {
  const replies = caches.get(tenants) ?? new Lru(LIMIT_CHARACTERS, countCharacters)
  caches.set(tenants, replies)
  return replies
}

function countCharacters(reply: Reply, key: string): number {
  return key.length + ('body' in reply ? String(reply.body).length : 0)
}
