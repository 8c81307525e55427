import { tableChanges } from '#db/sqlite.ts'
import type { MadeOf } from '#db/table-changes.ts'
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

type View = Extract<Reply, { kind: 'view' }>
type Cached = { reply: View; made: MadeOf }

const caches = new WeakMap<Tenants, Lru<string, Cached>>()

/** A reply stands until one of the tables changes that it was made of. */
export async function cachedReply(c: Context, make: () => unknown): Promise<unknown> {
  const { tenants } = c.services
  const changes = tenants.read(c.person.accountid, tableChanges)
  if (!changes) return make()
  const key = keyFor(c, `${c.url.pathname}${c.url.search} ${c.request.url}`)
  const replies = openCache(tenants)
  const hit = replies.get(key)
  if (hit && changes.stands(hit.made)) return hit.reply
  const { value, made } = changes.watch(make)
  const reply = await value
  if (!isReply(reply) || reply.kind !== 'view' || reply.dialog || isKept(reply.body)) return reply
  const rendered: View = { ...reply, body: toKeptMarkup(reply.body) }
  // What it read later is not known.
  const whole = value instanceof Promise ? { ...made, tables: 'all' as const } : made
  if (changes.stands(whole)) replies.set(key, { reply: rendered, made: whole })
  return rendered
}

/** A StakeHolder's locations are linked to people, not to roles. The account is in it: none sees another's. */
function keyFor({ services, person, now }: Context, what: string): string {
  const { accountid, claims, roles, userid } = person
  const { referenceVersion } = services.tenants.position(accountid)
  const whose = roles.includes(STAKEHOLDER) ? userid : ''
  const quarter = Math.floor(now().getTime() / QUARTER_MS)
  return `${accountid} ${referenceVersion} ${services.platform.changes()} ${quarter} ${claimsId(claims)} ${whose} ${what}`
}

function openCache(tenants: Tenants): Lru<string, Cached> {
  const replies = caches.get(tenants) ?? new Lru(LIMIT_BYTES, countBytes)
  caches.set(tenants, replies)
  return replies
}

function countBytes({ reply: { body } }: Cached, key: string): number {
  const kept = isKept(body) ? body : undefined
  return key.length + (kept ? kept.before.length + kept.after.length : 0)
}
