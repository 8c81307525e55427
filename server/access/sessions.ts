import { randomUUIDv7 } from 'bun'
import { and, eq, isNull } from 'drizzle-orm'
import { findLastAccountId } from '#db/queries/platform/users.ts'
import { sessions } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { addMs } from '#server/instants.ts'
import { recordAudit } from './audit.ts'
import { hashSecret, newSecret } from './tokens.ts'

export const SESSION_SECONDS = 30 * 86_400

/** Decision A4 and spec 2, section 8. */
const RENEWAL_FAILED = 'Your authentication could not be renewed, please login again.'

export type NewSession = { id: string; cookie: string; renewToken: string; userid: string }
type From = { address: string; agent: string }

export function startSession(
  { db, now }: PlatformTx,
  userid: string,
  from: From,
  accountid?: string,
): NewSession {
  const family = newSecret()
  const made = { id: randomUUIDv7(), cookie: newSecret(), renewToken: newRenewToken(family), userid }
  db.insert(sessions)
    .values({
      id: made.id,
      userid,
      accountid: accountid ?? findLastAccountId(db, userid),
      cookiehash: hashSecret(made.cookie),
      renewhash: hashSecret(made.renewToken),
      renewfamily: hashSecret(family),
      createdutc: now,
      seenutc: now,
      expiresutc: addMs(now, SESSION_SECONDS * 1000),
      address: from.address,
      agent: from.agent.slice(0, 300),
    })
    .run()
  return made
}

/** All tokens of a session begin alike, so that any that was used up is known again, however old. */
const newRenewToken = (family: string) => `${family}.${newSecret()}`
const parseFamily = (renewToken: string) => renewToken.split('.')[0] ?? ''

/** A token that was exchanged before has been copied: the session ends for both holders (decision A4). */
export function renewSession(
  tx: PlatformTx,
  renewToken: string,
  address = '',
): { id: string; userid: string; renewToken: string } | null {
  const { db, now } = tx
  const hash = hashSecret(renewToken)
  const row = db.select().from(sessions).where(eq(sessions.renewhash, hash)).get()
  if (!row) {
    const stolen = db
      .update(sessions)
      .set({ endedutc: now })
      .where(and(eq(sessions.renewfamily, hashSecret(parseFamily(renewToken))), isNull(sessions.endedutc)))
      .returning({ userid: sessions.userid })
      .all()
    for (const { userid } of stolen) recordAudit(tx, 'tokentheft', { userid, address })
    return null
  }
  if (row.endedutc || row.expiresutc <= now) return null
  const next = newRenewToken(parseFamily(renewToken))
  db.update(sessions)
    .set({ renewhash: hashSecret(next), seenutc: now, expiresutc: addMs(now, SESSION_SECONDS * 1000) })
    .where(eq(sessions.id, row.id))
    .run()
  return { id: row.id, userid: row.userid, renewToken: next }
}

export function extendSession({ db, now }: PlatformTx, id: string) {
  db.update(sessions)
    .set({ seenutc: now, expiresutc: addMs(now, SESSION_SECONDS * 1000) })
    .where(and(eq(sessions.id, id), isNull(sessions.endedutc)))
    .run()
}

export function endSession(tx: PlatformTx, id: string, address = '') {
  const ended = tx.db
    .update(sessions)
    .set({ endedutc: tx.now })
    .where(and(eq(sessions.id, id), isNull(sessions.endedutc)))
    .returning({ userid: sessions.userid })
    .get()
  if (ended) recordAudit(tx, 'signout', { userid: ended.userid, address })
}

export const renewalFailed = () => new Problem(401, RENEWAL_FAILED)
