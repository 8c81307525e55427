import { randomUUIDv7 } from 'bun'
import { listOptions } from '#db/queries/options.ts'
import { accountById } from '#db/queries/platform/accounts.ts'
import type { JoinRequest } from '#db/queries/platform/joinrequests.ts'
import type { SessionRow } from '#db/queries/platform/sessions.ts'
import { organisations } from '#db/schema/tenant/index.ts'
import type { PlatformTx } from '#db/types.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { registerAccount } from '#server/access/register-account.ts'
import { endSession, startSession } from '#server/access/sessions.ts'
import { switchAccount } from '#server/access/switch-account.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import { listUsersWithClaim } from '#server/access/users-with-claim.ts'
import { notifyHolders, publishToAccount } from '#server/cells/notify-cells.ts'
import { signInDevice } from '#server/domains/people/auth/sign-in-device.ts'
import { beginBusiness } from '#server/domains/settings/trades/begin-business.ts'
import { firstAddress } from '#server/domains/settings/trades/begin-with-trade.ts'
import { forbidden } from '#server/errors.ts'
import type { Context, Meta } from '#server/http/context.ts'
import { readIdempotencyKey } from '#server/http/idempotency.ts'
import { DAY_MS } from '#server/instants.ts'
import { composeMail } from '#server/mail/compose.tsx'
import { queueMail } from '#server/mail/queue.ts'
import type { Services } from '#server/services.ts'
import { personName } from '#views/format.ts'
import { JoinAnswered, JoinAsked } from '#views/mails/join.tsx'
import { CREATE_FAILED, type Details, findWrongDetails, rejectDetails } from './check-details.ts'
import { addJoinRequest, findAccountByKey } from './join-requests.ts'
import { findHandover, keepHandover } from './session-handover.ts'

type Asking = { request: Request; meta: Meta; body: unknown }

export const canCreateAccount = ({ config }: Services) => config.selfregistration && !config.singleaccount

/** A program's session gives way to a new one, whose tokens are answered (spec 1, section 7). */
export async function createOwnAccount(
  services: Services,
  row: SessionRow,
  { trade, ...given }: Details & { trade?: string },
  asking: Asking,
) {
  const { platform, tenants, hub } = services
  if (!canCreateAccount(services)) throw forbidden('Accounts are created by whoever runs this installation.')
  const program = asking.request.headers.has('authorization')
  if (row.sessionid.startsWith('key:'))
    throw forbidden('An API key belongs to one account. Please sign in to create another.')
  const details = { ...given, name: given.name ?? '' }
  rejectDetails(findWrongDetails(details), CREATE_FAILED)
  const { address } = asking.meta
  const account = await registerAccount(
    { platform, tenants },
    { userid: row.userid, name: personName(row), address },
    { primaryemail: row.email, ...details, id: idFor(services, asking, row.userid) },
  )
  // A retry finds what its first try began.
  const isEmpty = tenants.read(account.id, (db) => listOptions(db, organisations).length === 0)
  if (trade && isEmpty) await beginBusiness(tenants, account.id, { ...row, name: details.name, trade })
  const start = tenants.read(account.id, firstAddress)
  const once = readIdempotencyKey(asking.request, row.userid, asking.body)
  const session = await platform.write((tx) => {
    if (!program) {
      switchAccount(tx, row.sessionid, row.userid, account.id)
      return null
    }
    const lost = findHandover(tx.db, once, row.sessionid)
    for (const id of [row.sessionid, lost]) if (id) endSession(tx, id)
    const next = startSession(tx, row.userid, signInDevice(asking), account.id)
    keepHandover(tx, once, { from: row.sessionid, to: next.id })
    return { ...next, lost }
  })
  hub.closeSession(row.sessionid)
  if (session?.lost) hub.closeSession(session.lost)
  const token = session && (await services.bearer.sign({ sub: row.userid, sid: session.id }))
  return { ...account, start, replacelogin: session && { token, renewToken: session.renewToken } }
}

/** Whether this very request ended the session, and what it gave in its place is open still. */
export function hasHandedOver({ platform }: Services, { userid, sessionid }: SessionRow, asking: Asking) {
  const once = readIdempotencyKey(asking.request, userid, asking.body)
  return platform.read((db) => findHandover(db, once, sessionid)) !== undefined
}

function idFor({ platform, clock }: Services, { request, body }: Asking, userid: string): string {
  const once = readIdempotencyKey(request, userid, body)
  if (!once) return randomUUIDv7()
  const hash = new Bun.CryptoHasher('sha256')
    .update(`${once.userid} ${once.key} ${once.request}`)
    .digest('hex')
  // Version 7 begins with a time: the day's is the same for a retry, and a retry after midnight looks one day back.
  const day = Math.floor(clock().getTime() / DAY_MS) * DAY_MS
  const [today = '', yesterday = ''] = [day, day - DAY_MS].map((ms) => uuidAt(ms, hash))
  return platform.read((db) => accountById(db, yesterday)) ? yesterday : today
}

const uuidAt = (ms: number, hash: string) =>
  `${ms.toString(16).padStart(12, '0')}${hash}`.replace(
    /^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/,
    '$1-$2-7$3-8$4-$5',
  )

/** @throws 400 for a key of no account, 409, 429 */
export async function requestToJoin(services: Services, row: SessionRow, key: string, address: string) {
  const { platform, tenants, encryption, url } = services
  await platform.write((tx) => checkLimits(tx, [{ key: `link:${row.userid}`, most: 20, minutes: 60 }]))
  const account = platform.read((db) => findAccountByKey(db, key))
  const admins = tenants.look(account.id, (db) => listUsersWithClaim(db, 'users.manage'))
  const asker = { name: personName(row), email: row.email, account: account.name }
  const open = '/account?tab=active'
  const fresh = await platform.write((tx) => {
    const asked = addJoinRequest(tx, { userid: row.userid, address }, account)
    if (asked)
      for (const { email } of admins)
        queueMail(tx, encryption, {
          to: email,
          ...composeMail(
            `${asker.name} asks to join ${account.name}`,
            <JoinAsked {...asker} href={url + open} />,
          ),
        })
    return asked
  })
  if (fresh) {
    const message = `${asker.name} (${asker.email}) asks to be let into ${account.name}.`
    await notifyHolders(services, account.id, {
      by: { userid: row.userid, name: asker.name },
      claim: 'users.manage',
      type: 'info',
      message,
      code: 'join',
      open,
    })
    publishToAccount(services, account.id, 'RecordChanged', [{ table: 'joinrequests' }])
  }
  return { ...account, state: 'waiting' as const }
}

/** Mails the answer in the transaction of the decision; then the account's own file hears of its new person. */
export async function decideJoinRequest(
  services: Services,
  { platform, person }: Context,
  letin: boolean,
  decide: (tx: PlatformTx) => JoinRequest,
) {
  const { encryption, url } = services
  const account = person.accountname
  const request = await platform.write((tx) => {
    const request = decide(tx)
    const subject = letin ? `You are in: ${account}` : `${account} did not let you in`
    const body = <JoinAnswered account={account} letin={letin} href={url} />
    queueMail(tx, encryption, { to: request.email, ...composeMail(subject, body) })
    return request
  })
  await syncMembershipsNow(services)
  return request
}
