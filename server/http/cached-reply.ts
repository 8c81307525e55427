import { renderToStaticMarkup } from 'react-dom/server'
import type { Tenants } from '#db/tenants.ts'
import { STAKEHOLDER } from '#server/access/claims.ts'
import type { Context, Reply } from './context.ts'
import { isReply } from './reply.ts'

const LIMIT_CHARACTERS = 16_000_000
const replies = new Map<string, { reply: Reply; size: number }>()
let size = 0

const claimIds = new WeakMap<object, number>()
let nextClaimId = 0

/** A short name for a set of claims, which the gate keeps as one object for all who hold the same roles. */
function claimsId(claims: object): number {
  const id = claimIds.get(claims) ?? ++nextClaimId
  claimIds.set(claims, id)
  return id
}

/**
 * The reply to a GET whose content depends only on the account's file, on the roles of who asks and on the address
 * (`kept: true` in its route). What a StakeHolder sees is their own: locations are linked to people, not to roles. It stands until anything in that file changes: the key holds the account and its
 * change number, so that one account can never see another's.
 */
export async function cachedReply(tenants: Tenants, c: Context, make: () => unknown): Promise<unknown> {
  const { accountid, claims, roles, userid } = c.person
  const { seq } = tenants.position(accountid)
  const whose = roles.includes(STAKEHOLDER) ? userid : ''
  const key = `${accountid} ${seq} ${claimsId(claims)} ${whose} ${c.url.pathname}${c.url.search}`
  const hit = replies.get(key)
  if (hit) return hit.reply
  const reply = await make()
  if (!isReply(reply) || reply.kind !== 'view' || reply.dialog || typeof reply.body === 'string') return reply
  const rendered: Reply = { ...reply, body: renderToStaticMarkup(reply.body) }
  // Something was saved while this was made: it may show either state, so it is not cached.
  if (tenants.position(accountid).seq === seq) store(key, rendered)
  return rendered
}

function store(key: string, reply: Reply) {
  const length = key.length + ('body' in reply ? String(reply.body).length : 0)
  replies.set(key, { reply, size: length })
  size += length
  for (const [oldest, entry] of replies) {
    if (size <= LIMIT_CHARACTERS) return
    replies.delete(oldest)
    size -= entry.size
  }
}
