import { SYSTEM } from '#db/types.ts'
import { addUser, createAccount, putSeat } from '#server/access/accounts.ts'
import { createPlatformOwner } from '#server/access/first-start.ts'
import { queueMembershipSync, syncMemberships } from '#server/access/sync-membership.ts'
import type { Services } from '#server/services.ts'
import { PASSWORD } from './client.ts'

/** The people of the account "First", by their role there. */
export const roles = {
  admin: 'systemadmin',
  management: 'Management',
  operations: 'Operations',
  agent: 'Agent',
  jobs: 'Jobs',
  stakeholder: 'StakeHolder',
} as const
export type Role = keyof typeof roles

/** The platform owner, the account "First" with a person of every role, and the account "Other". */
export async function fill(services: Services) {
  const { platform, tenants, passwords } = services
  await createPlatformOwner(services, {
    accountname: 'Platform',
    email: 'operator@platform.test',
    password: PASSWORD,
    firstname: 'Olga',
    lastname: 'Operator',
  })
  const first = await createAccount(platform, tenants, { name: 'First', seatspaid: 50 })
  const second = await createAccount(platform, tenants, { name: 'Other' })
  const passwordhash = await passwords.hash(PASSWORD)
  const now = await platform.write((tx) => {
    const seat = (account: typeof first, role: string, email: string, firstname: string) => {
      const userid = addUser(tx, { email, firstname, lastname: 'Tester', passwordhash })
      putSeat(tx, { accountid: account.id, userid, roleids: [account.roleids[role] as string] })
      queueMembershipSync(tx, { accountid: account.id, userid, by: SYSTEM, changes: [] })
    }
    for (const [who, role] of Object.entries(roles)) seat(first, role, `${who}@first.test`, who)
    seat(second, 'systemadmin', 'admin@other.test', 'Otto')
    return tx.now
  })
  await syncMemberships(services, now)
  return { accountid: first.id, otherid: second.id, roleids: first.roleids, otherroleids: second.roleids }
}
export type SeededIds = Awaited<ReturnType<typeof fill>>
