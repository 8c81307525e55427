import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { accounts, users as people, seats } from '#db/schema/platform/platform.ts'
import { roleclaims, roles, settings, users } from '#db/schema/tenant/index.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import { rolesAtBirth, SYSTEMADMIN } from './claims.ts'
import { hashPassword } from './passwords.ts'

export const EVALUATION_DAYS = 30
const system = { userid: null, name: 'Joblane' }

type NewUser = { email: string; firstname: string; lastname: string; passwordhash: string | null }

/** Adds a person to the platform, confirmed. The e-mail is stored in lower case. */
export function addUser({ db, now }: PlatformTx, user: NewUser): string {
  const id = randomUUIDv7()
  const email = user.email.trim().toLowerCase()
  db.insert(people)
    .values({ ...user, id, email, confirmedutc: now, createdutc: now, updatedutc: now })
    .run()
  return id
}

export type NewAccount = {
  id?: string
  name: string
  reference?: string
  primaryemail?: string
  primaryphone?: string
  platformowner?: boolean
  /** False: never, as of the account of whoever runs the installation. Default: when the evaluation ends. */
  expires?: boolean
  seatspaid?: number
}

/**
 * Makes an account: first its file with the roles of birth, then its row. A crash in between leaves a file that
 * nothing refers to, never an account without a file. Returns the account's id and its role ids by name.
 */
export async function createAccount(platform: Platform, tenants: Tenants, account: NewAccount) {
  const id = account.id ?? randomUUIDv7()
  const roleids = await prepareFile(tenants, id, account.name)
  await platform.write((tx) => insertAccount(tx, { ...account, id }))
  return { id, roleids }
}

/** An account's file with its roles of birth; what a crash left half done is finished. Returns role ids by name. */
export async function prepareFile(tenants: Tenants, id: string, name: string) {
  if (!tenants.exists(id)) tenants.create(id, name)
  return tenants.write(id, system, (tx) => {
    const there = tx.db.select({ id: roles.id, name: roles.name }).from(roles).all()
    return there.length > 0
      ? Object.fromEntries(there.map((role) => [role.name, role.id]))
      : fillNewTenant(tx)
  })
}

/** The account's row; one that is there stays as it is. */
export function insertAccount({ db, now }: PlatformTx, { expires, ...account }: NewAccount & { id: string }) {
  const evaluation = new Date(Date.parse(now) + EVALUATION_DAYS * 86_400_000).toISOString()
  const utcexpires = expires === false ? null : evaluation
  db.insert(accounts)
    .values({ ...account, utcexpires, createdutc: now, updatedutc: now })
    .onConflictDoNothing()
    .run()
}

function fillNewTenant(tx: Tx): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const { name, claims } of rolesAtBirth) {
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
      { key: 'zone', value: JSON.stringify('Africa/Johannesburg') },
      { key: 'negativestock', value: JSON.stringify('warn') },
    ])
    .run()
  tx.touchCatalogue()
  return ids
}

type NewSeat = { accountid: string; userid: string; roleids: string[]; licensed?: boolean }

/** Seats a person, or seats them again with these roles. */
export function putSeat({ db, now }: PlatformTx, { accountid, userid, roleids, licensed }: NewSeat) {
  const roles = JSON.stringify(roleids)
  db.insert(seats)
    .values({ id: randomUUIDv7(), userid, accountid, roles, licensed, createdutc: now, updatedutc: now })
    .onConflictDoUpdate({
      target: [seats.userid, seats.accountid],
      set: { roles, licensed, archived: false, updatedutc: now },
    })
    .run()
}

/** Seats a person: the seat on the platform, and the name in the tenant's own file, which is idempotent. */
export async function addSeat(platform: Platform, tenants: Tenants, seat: NewSeat) {
  await platform.write((tx) => putSeat(tx, seat))
  await mirrorUser(platform, tenants, seat.accountid, seat.userid)
}

/** Copies a person's name and roles into the tenant's file: applied again it changes nothing. */
export async function mirrorUser(platform: Platform, tenants: Tenants, accountid: string, userid: string) {
  const row = platform.read((db) =>
    db
      .select({ user: people, seat: seats })
      .from(seats)
      .innerJoin(people, eq(people.id, seats.userid))
      .where(eq(seats.userid, userid))
      .all()
      .find(({ seat }) => seat.accountid === accountid),
  )
  if (!row) return
  const { firstname, lastname, email, phone, archived } = row.user
  const values = {
    firstname,
    lastname,
    email,
    phone,
    roles: row.seat.roles,
    archived: archived || row.seat.archived,
  }
  await tenants.write(accountid, system, (tx) => {
    tx.db
      .insert(users)
      .values({ id: userid, ...values })
      .onConflictDoUpdate({ target: users.id, set: values })
      .run()
    tx.touchCatalogue()
  })
}

type FirstStart = {
  accountname: string
  /** The first business beside the platform's own account. */
  businessname?: string
  email: string
  password: string
  firstname: string
  lastname: string
}

/**
 * The first start (`/setup`): the platform owner's account with its first person, who signs in at once. Such people
 * see the Back office alone (decision B3), so a business that is named gets an account of its own with the same
 * person as its administrator. Answers the account to begin in.
 */
export async function createPlatformOwner(platform: Platform, tenants: Tenants, first: FirstStart) {
  const passwordhash = await hashPassword(first.password)
  const { id: accountid, roleids } = await createAccount(platform, tenants, {
    name: first.accountname,
    primaryemail: first.email,
    platformowner: true,
    expires: false,
  })
  const userid = await platform.write((tx) =>
    addUser(tx, { email: first.email, firstname: first.firstname, lastname: first.lastname, passwordhash }),
  )
  await addSeat(platform, tenants, { accountid, userid, roleids: [roleids[SYSTEMADMIN] as string] })
  if (!first.businessname) return { accountid, userid }
  const business = await createAccount(platform, tenants, {
    name: first.businessname,
    primaryemail: first.email,
    expires: false,
  })
  const role = business.roleids[SYSTEMADMIN] as string
  await addSeat(platform, tenants, { accountid: business.id, userid, roleids: [role] })
  return { accountid: business.id, userid }
}
