import { randomUUIDv7 } from 'bun'
import { and, eq, isNull } from 'drizzle-orm'
import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { joinableAccount, listUserAccounts } from '#db/queries/platform/accounts.ts'
import {
  findJoinRequest,
  type JoinRequest,
  listOwnRequests,
  requestById,
} from '#db/queries/platform/joinrequests.ts'
import { joinrequests, sessions } from '#db/schema/platform/index.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { putSeat } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { type Manager, permitRoles, requireFreeSeats } from '#server/domains/people/users/permit-change.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'

/** The specification's words (spec 1, section 5). */
const WRONG_KEY = 'The key you provided does not appear to be valid'
const SHORTEST_KEY = 10
const MAX_WAITING = 5

const wrongKey = () => new Problem(400, WRONG_KEY, { fields: { key: WRONG_KEY } })

/** The account with that key. One that does not exist, is down, or is the operator's is answered alike. @throws 400 */
export function findAccountByKey(db: PlatformDb, key: string) {
  const id = key.trim().toLowerCase()
  const account = id.length < SHORTEST_KEY ? undefined : joinableAccount(db, id)
  if (!account) throw wrongKey()
  return account
}

type Asking = { userid: string; address: string }

/**
 * True when it is new, so that administrators have to be told.
 * @throws 409 for a member, or who was refused; 429
 */
export function addJoinRequest(
  tx: PlatformTx,
  { userid, address }: Asking,
  account: { id: string; name: string },
) {
  if (listUserAccounts(tx.db, userid).some(({ id }) => id === account.id))
    throw new Problem(409, `You belong to ${account.name} already.`, { code: 'member' })
  const before = findJoinRequest(tx.db, userid, account.id)
  if (before?.state === 'waiting') return false
  if (before?.state === 'refused')
    throw new Problem(
      409,
      `${account.name} did not let you in. Its administrator can invite you by e-mail.`,
      {
        code: 'refused',
      },
    )
  if (listOwnRequests(tx.db, userid).filter(({ state }) => state === 'waiting').length >= MAX_WAITING)
    throw new Problem(429, 'You are waiting for several answers already. Please wait for one of them.', {
      retryafter: 3_600,
    })
  const values = { state: 'waiting' as const, createdutc: tx.now, decidedutc: null, decidedby: null }
  tx.db
    .insert(joinrequests)
    .values({ id: randomUUIDv7(), userid, accountid: account.id, ...values })
    .onConflictDoUpdate({ target: [joinrequests.userid, joinrequests.accountid], set: values })
    .run()
  recordAudit(tx, 'joinasked', { userid, accountid: account.id, address })
  return true
}

export const withdrawJoinRequest = ({ db }: PlatformTx, userid: string, id: string) =>
  db
    .delete(joinrequests)
    .where(and(eq(joinrequests.id, id), eq(joinrequests.userid, userid), eq(joinrequests.state, 'waiting')))
    .run()

/** @throws 404, 409 */
export function findWaitingRequest(db: PlatformDb, accountid: string, id: string): JoinRequest {
  const request = requestById(db, accountid, id)
  if (!request) throw notFound('request')
  if (request.state !== 'waiting')
    throw new Problem(409, 'Somebody has answered this request in the meantime.', { code: 'decided' })
  return request
}

type Answer = { roleids: string[]; licensed: boolean }

/** @throws 400 without a role, for roles beyond the decider's own, and when no seat is free; 404, 409 */
export function approveJoinRequest(
  tx: PlatformTx,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  id: string,
  { roleids, licensed }: Answer,
) {
  const { accountid } = by
  const request = findWaitingRequest(tx.db, accountid, id)
  if (roleids.length === 0) throw invalid({ roles: 'Choose at least one role: without one nothing is seen.' })
  permitRoles(by, allRoles, [], roleids)
  const { userid } = request
  requireFreeSeats(tx.db, accountid, () => putSeat(tx, { accountid, userid, roleids, licensed }))
  storeDecision(tx, by, id, 'accepted')
  tx.db
    .update(sessions)
    .set({ accountid })
    .where(and(eq(sessions.userid, userid), isNull(sessions.endedutc), isNull(sessions.accountid)))
    .run()
  const names = allRoles.filter((role) => roleids.includes(role.id)).map(({ name }) => name)
  recordAudit(tx, 'joindecided', {
    userid: by.userid,
    accountid,
    detail: `${request.email} let in as ${names.join(', ')}`,
  })
  const changes = [{ field: 'roles', oldvalue: '', newvalue: names.join(', ') }]
  queueMembershipSync(tx, { accountid, userid, by, changes })
  return request
}

/** The key will not do again; an invitation will. @throws 404, 409 */
export function refuseJoinRequest(tx: PlatformTx, by: Manager, id: string) {
  const request = findWaitingRequest(tx.db, by.accountid, id)
  storeDecision(tx, by, id, 'refused')
  recordAudit(tx, 'joindecided', {
    userid: by.userid,
    accountid: by.accountid,
    detail: `${request.email} not let in`,
  })
  return request
}

const storeDecision = ({ db, now }: PlatformTx, by: Manager, id: string, state: 'accepted' | 'refused') =>
  db
    .update(joinrequests)
    .set({ state, decidedutc: now, decidedby: by.userid })
    .where(eq(joinrequests.id, id))
    .run()
