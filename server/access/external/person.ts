import { randomUUIDv7 } from 'bun'
import { and, eq } from 'drizzle-orm'
import { identities, platformUsers } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { addUser } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { revokeTokens } from '#server/access/one-time-tokens.ts'
import { Problem } from '#server/errors.ts'
import { parseEmail } from '#server/mail/address.ts'
import type { ProviderIdentity } from './authorise.ts'
import { providerNames } from './config.ts'

type Rules = { selfregistration: boolean; address: string }

/** Known by issuer and subject, else linked or registered by an e-mail that the provider vouches for. @throws 403 */
export function linkPerson(tx: PlatformTx, identity: ProviderIdentity, rules: Rules): string {
  const linked = tx.db
    .select({ id: identities.id, userid: identities.userid, archived: platformUsers.archived })
    .from(identities)
    .innerJoin(platformUsers, eq(platformUsers.id, identities.userid))
    .where(and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.subject)))
    .get()
  if (linked?.archived) throw signInClosed()
  if (linked) {
    tx.db.update(identities).set({ lastusedutc: tx.now }).where(eq(identities.id, linked.id)).run()
    return linked.userid
  }
  checkEmail(identity)
  const user = tx.db.select().from(platformUsers).where(eq(platformUsers.email, identity.email)).get()
  if (user?.archived) throw signInClosed()
  if (!user && !rules.selfregistration) throw notInvited(identity)
  const userid = user ? user.id : register(tx, identity, rules)
  if (user && !user.confirmedutc) takeOver(tx, userid, rules)
  link(tx, userid, identity, rules)
  return userid
}

function checkEmail({ provider, email, verified }: ProviderIdentity) {
  const name = providerNames[provider]
  if (!email || parseEmail(email) === null)
    throw new Problem(403, `${name} did not tell us your e-mail address, so we cannot know who you are.`, {
      code: 'noemail',
    })
  if (!verified)
    throw new Problem(
      403,
      `${name} has not verified the address ${email}. Verify it there, or sign in with your password.`,
      { code: 'unverified' },
    )
}

const signInClosed = () =>
  new Problem(403, 'This sign-in is closed. Please ask your system administrator.', { code: 'closed' })

const notInvited = ({ email }: ProviderIdentity) =>
  new Problem(
    403,
    `Nobody has invited ${email} yet. Please ask your system administrator for an invitation.`,
    {
      code: 'notinvited',
    },
  )

function register(
  tx: PlatformTx,
  { email, firstname, lastname, provider }: ProviderIdentity,
  { address }: Rules,
) {
  const userid = addUser(tx, { email, firstname, lastname, passwordhash: null })
  recordAudit(tx, 'registered', { userid, address, detail: `${email} by ${providerNames[provider]}` })
  return userid
}

/** Whoever registered with this e-mail never proved that it is theirs, and may have waited for the owner. */
function takeOver(tx: PlatformTx, userid: string, { address }: Rules) {
  const { db, now } = tx
  db.update(platformUsers)
    .set({ confirmedutc: now, passwordhash: null, updatedutc: now })
    .where(eq(platformUsers.id, userid))
    .run()
  revokeTokens(tx, userid)
  endSessions(tx, userid, { by: userid, address })
}

function link(tx: PlatformTx, userid: string, identity: ProviderIdentity, { address }: Rules) {
  const { provider, issuer, subject, email } = identity
  tx.db
    .insert(identities)
    .values({
      id: randomUUIDv7(),
      userid,
      provider,
      issuer,
      subject,
      email,
      linkedutc: tx.now,
      lastusedutc: tx.now,
    })
    .run()
  recordAudit(tx, 'externallinked', { userid, address, detail: `${providerNames[provider]}: ${email}` })
}

export const listIdentities = (db: PlatformTx['db'], userid: string) =>
  db
    .select({
      id: identities.id,
      provider: identities.provider,
      email: identities.email,
      linkedutc: identities.linkedutc,
      lastusedutc: identities.lastusedutc,
    })
    .from(identities)
    .where(eq(identities.userid, userid))
    .all()

/** @throws 404 for another's, 400 when no other way in would be left */
export function unlink(tx: PlatformTx, userid: string, id: string) {
  const all = listIdentities(tx.db, userid)
  const one = all.find((identity) => identity.id === id)
  if (!one) throw new Problem(404, 'This sign-in could not be found.')
  const user = tx.db.select().from(platformUsers).where(eq(platformUsers.id, userid)).get()
  if (!user?.passwordhash && all.length === 1)
    throw new Problem(400, 'This is your only way to sign in. Set a password first.', { code: 'lastway' })
  tx.db.delete(identities).where(eq(identities.id, id)).run()
  recordAudit(tx, 'externalunlinked', { userid, detail: `${one.provider}: ${one.email}` })
  return one
}
