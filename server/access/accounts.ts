import { randomUUIDv7 } from 'bun'
import { and, eq, sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { accounts, joinrequests, platformUsers as people, seats } from '#db/schema/platform/index.ts'
import { roleclaims, roles, settings } from '#db/schema/tenant/index.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import { type PlatformTx, SYSTEM } from '#db/types.ts'
import { addMs, DAY_MS } from '#server/instants.ts'
import { DEFAULT_ZONE } from '#server/zone.ts'
import { defaultRoles, SYSTEMADMIN } from './claims.ts'
import { tagAccounts } from './link-code.ts'
import { queueMembershipSync, syncMemberships } from './sync-membership.ts'

export const EVALUATION_DAYS = 30

type NewUser = {
  email: string
  firstname: string
  lastname: string
  phone?: string
  passwordhash: string | null
  confirmed?: boolean
}

export function addUser({ db, now }: PlatformTx, { confirmed = true, ...user }: NewUser): string {
  const id = randomUUIDv7()
  const email = user.email.trim().toLowerCase()
  const confirmedutc = confirmed ? now : null
  db.insert(people)
    .values({ ...user, id, email, confirmedutc, createdutc: now, updatedutc: now })
    .run()
  return id
}

export type AccountValues = {
  id?: string
  name: string
  reference?: string
  primaryemail?: string
  primaryphone?: string
  platformowner?: boolean
  /** False for the account of whoever runs the installation. */
  expires?: boolean
  seatspaid?: number
}

/** First the file, then the row: a crash in between leaves no account without a file. Returns role ids by name. */
export async function createAccount(platform: Platform, tenants: Tenants, account: AccountValues) {
  const id = account.id ?? randomUUIDv7()
  const roleids = await prepareTenantFile(tenants, id, account.name)
  await platform.write((tx) => insertAccount(tx, { ...account, id }))
  return { id, roleids }
}

export async function prepareTenantFile(tenants: Tenants, id: string, name: string) {
  if (!tenants.exists(id)) tenants.create(id, name)
  return tenants.write(id, SYSTEM, (tx) => {
    const there = tx.db.select({ id: roles.id, name: roles.name }).from(roles).all()
    return there.length > 0
      ? Object.fromEntries(there.map((role) => [role.name, role.id]))
      : fillNewTenant(tx)
  })
}

export function insertAccount(
  { db, now }: PlatformTx,
  { expires, ...account }: AccountValues & { id: string },
) {
  const utcexpires = expires === false ? null : addMs(now, EVALUATION_DAYS * DAY_MS)
  db.insert(accounts)
    .values({ ...account, utcexpires, createdutc: now, updatedutc: now })
    .onConflictDoNothing()
    .run()
  tagAccounts(db)
}

function fillNewTenant(tx: Tx): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const { name, claims } of defaultRoles) {
    const id = randomUUIDv7()
    ids[name] = id
    tx.db
      .insert(roles)
      .values({ id, name, system: name === SYSTEMADMIN, createdutc: tx.now, updatedutc: tx.now })
      .run()
    tx.db
      .insert(roleclaims)
      .values(claims.map((claim) => ({ roleid: id, claim })))
      .run()
  }
  tx.db
    .insert(settings)
    .values([
      { key: 'prefix', value: JSON.stringify('J') },
      { key: 'zone', value: JSON.stringify(DEFAULT_ZONE) },
      { key: 'negativestock', value: JSON.stringify('warn') },
    ])
    .run()
  tx.invalidateCaches()
  return ids
}

type NewSeat = {
  accountid: string
  userid: string
  roleids: string[]
  licensed?: boolean
  /** What was typed of somebody who has yet to accept. */
  invited?: string
}

export function putSeat(tx: PlatformTx, { accountid, userid, roleids, licensed, invited }: NewSeat) {
  const { db, now } = tx
  const roles = JSON.stringify(roleids)
  const acceptance = { invited: invited ?? null, invitedutc: invited ? now : null }
  db.insert(seats)
    .values({
      id: randomUUIDv7(),
      userid,
      accountid,
      roles,
      licensed,
      ...acceptance,
      createdutc: now,
      updatedutc: now,
    })
    .onConflictDoUpdate({
      target: [seats.userid, seats.accountid],
      set: {
        roles,
        licensed,
        ...acceptance,
        archived: false,
        version: sql`${seats.version} + 1`,
        updatedutc: now,
      },
    })
    .run()
  if (!invited) acceptJoinRequests(tx, accountid, userid)
}

/** Whoever is in waits no more: an answer to their old request would set their roles anew. */
export const acceptJoinRequests = ({ db, now }: PlatformTx, accountid: string, userid: string) =>
  db
    .update(joinrequests)
    .set({ state: 'accepted', decidedutc: now })
    .where(
      and(
        eq(joinrequests.userid, userid),
        eq(joinrequests.accountid, accountid),
        eq(joinrequests.state, 'waiting'),
      ),
    )
    .run()

export async function addSeat(platform: Platform, tenants: Tenants, seat: NewSeat) {
  const { accountid, userid } = seat
  const now = await platform.write((tx) => {
    putSeat(tx, seat)
    queueMembershipSync(tx, { accountid, userid, by: SYSTEM, changes: [] })
    return tx.now
  })
  await syncMemberships({ platform, tenants }, now)
}
