import { randomUUIDv7 } from 'bun'
import { eq, sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { listOperatorAccounts } from '#db/queries/platform/accounts.ts'
import { accountNames } from '#db/queries/platform/registry.ts'
import { findLastAccountId, userByEmail } from '#db/queries/platform/users.ts'
import { accounts, platformUsers } from '#db/schema/platform/index.ts'
import type { Tenants } from '#db/tenants.ts'
import { type PlatformDb, type PlatformTx, SYSTEM } from '#db/types.ts'
import { invalid, notFound } from '#server/errors.ts'
import { type AccountValues, addUser, insertAccount, prepareTenantFile, putSeat } from './accounts.ts'
import { recordAudit } from './audit.ts'
import { SYSTEMADMIN } from './claims.ts'
import { revokeTokens } from './one-time-tokens.ts'
import type { Passwords } from './passwords.ts'
import { queueMembershipSync, syncMemberships } from './sync-membership.ts'

type Services = { platform: Platform; tenants: Tenants; passwords: Passwords }
type FirstStart = {
  accountname: string
  businessname?: string
  email: string
  password: string
  firstname: string
  lastname: string
  /** The one account that is here already is made the platform's, in place of a new one. */
  single?: boolean
}

/** Whether nobody runs the installation yet, whatever accounts were unpacked into it. */
export const needsSetup = (db: PlatformDb): boolean => listOperatorAccounts(db).length === 0

/** The account that becomes the platform's where there is to be one alone. */
export const findOnlyAccount = (db: PlatformDb) => {
  const [only, ...others] = accountNames(db)
  return others.length === 0 ? only : undefined
}

/**
 * Platform people see the Back office alone (decision B3), so a business gets an account of its own. One transaction: a
 * crash leaves files that nothing refers to, never a person without an account. Somebody of an account that was unpacked
 * is that person. @throws 404 once there is a platform, 400 by field
 */
export async function createPlatformOwner(services: Services, first: FirstStart) {
  const { platform, tenants } = services
  const { accountname, businessname, email } = first
  const only = first.single ? platform.read(findOnlyAccount) : undefined
  const [person, owner, business] = await Promise.all([
    recognise(services, first),
    only ? prepareAccount(tenants, only.name, only.id) : prepareAccount(tenants, accountname),
    businessname ? prepareAccount(tenants, businessname) : undefined,
  ])
  const { userid, home, now } = await platform.write((tx) => {
    if (!needsSetup(tx.db)) throw notFound('page')
    const userid = putFirstPerson(tx, first, person)
    const home = findLastAccountId(tx.db, userid)
    put(tx, userid, owner, { primaryemail: email, platformowner: true })
    if (only)
      tx.db
        .update(accounts)
        .set({ platformowner: true, utcexpires: null, updatedutc: tx.now })
        .where(eq(accounts.id, only.id))
        .run()
    if (business) put(tx, userid, business, { primaryemail: email })
    return { userid, home, now: tx.now }
  })
  await syncMemberships({ platform, tenants }, now)
  return { accountid: business?.id ?? home ?? owner.id, userid }
}

type Recognised = { known: string | null; passwordhash: string }

/** Whoever has a password here enters that one. @throws 400 by field */
async function recognise(
  { platform, passwords }: Services,
  { email, password }: FirstStart,
): Promise<Recognised> {
  const known = platform.read((db) => userByEmail(db, email))
  if (known?.archived) throw invalid({ email: 'This person was archived. Give another e-mail address.' })
  if (!known?.passwordhash) return { known: null, passwordhash: await passwords.hash(password) }
  if (!(await passwords.verify(password, known.passwordhash))) throw notTheirs()
  return { known: known.passwordhash, passwordhash: known.passwordhash }
}

const notTheirs = () =>
  invalid({ password: 'Somebody with this address has a password here: enter that one.' })

function putFirstPerson(
  tx: PlatformTx,
  { email, firstname, lastname }: FirstStart,
  { known, passwordhash }: Recognised,
): string {
  const person = userByEmail(tx.db, email)
  if (!person) return addUser(tx, { email, firstname, lastname, passwordhash })
  // Chosen by a link meanwhile.
  if (person.passwordhash !== known) throw notTheirs()
  tx.db
    .update(platformUsers)
    .set({
      passwordhash,
      confirmedutc: person.confirmedutc ?? tx.now,
      version: sql`${platformUsers.version} + 1`,
      updatedutc: tx.now,
    })
    .where(eq(platformUsers.id, person.id))
    .run()
  if (known) return person.id
  revokeTokens(tx, person.id)
  recordAudit(tx, 'passwordchanged', { userid: person.id, detail: 'by the code of the terminal' })
  return person.id
}

type Prepared = { id: string; name: string; adminrole: string }

async function prepareAccount(
  tenants: Tenants,
  name: string,
  id: string = randomUUIDv7(),
): Promise<Prepared> {
  const roleids = await prepareTenantFile(tenants, id, name)
  return { id, name, adminrole: roleids[SYSTEMADMIN] as string }
}

function put(
  tx: PlatformTx,
  userid: string,
  { id, name, adminrole }: Prepared,
  more: Partial<AccountValues>,
) {
  insertAccount(tx, { id, name, expires: false, ...more })
  putSeat(tx, { accountid: id, userid, roleids: [adminrole] })
  queueMembershipSync(tx, { accountid: id, userid, by: SYSTEM, changes: [] })
}
