import { randomUUIDv7 } from 'bun'
import type { Platform } from '#db/platform.ts'
import { isFirstStart } from '#db/queries/platform/users.ts'
import type { Tenants } from '#db/tenants.ts'
import { type PlatformTx, SYSTEM } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { type AccountValues, addUser, insertAccount, prepareTenantFile, putSeat } from './accounts.ts'
import { SYSTEMADMIN } from './claims.ts'
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
}

/**
 * Platform people see the Back office alone (decision B3), so a business gets an account of its own. One transaction: a
 * crash leaves files that nothing refers to, never a person without an account. @throws 404 once there is anybody
 */
export async function createPlatformOwner(services: Services, first: FirstStart) {
  const { platform, tenants } = services
  const { accountname, businessname, email, password, firstname, lastname } = first
  const [passwordhash, owner, business] = await Promise.all([
    services.passwords.hash(password),
    prepareAccount(tenants, accountname),
    businessname ? prepareAccount(tenants, businessname) : undefined,
  ])
  const { userid, now } = await platform.write((tx) => {
    if (!isFirstStart(tx.db)) throw notFound('page')
    const userid = addUser(tx, { email, firstname, lastname, passwordhash })
    put(tx, userid, owner, { primaryemail: email, platformowner: true })
    if (business) put(tx, userid, business, { primaryemail: email })
    return { userid, now: tx.now }
  })
  await syncMemberships({ platform, tenants }, now)
  return { accountid: (business ?? owner).id, userid }
}

type Prepared = { id: string; name: string; adminrole: string }

async function prepareAccount(tenants: Tenants, name: string): Promise<Prepared> {
  const id = randomUUIDv7()
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
