import { asc, between, eq, sql } from 'drizzle-orm'
import { accounts, platformSettings, platformUsers, seats } from '#db/schema/platform/platform.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

const names = statement((q) =>
  q
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .orderBy(asc(accounts.name), asc(accounts.id)),
)
export type AccountName = RowOf<typeof names>

/** Every account of the installation, archived ones included: each has a file. */
export const accountNames = (db: PlatformDb): AccountName[] => names.all(db)

const created = statement((q, p: Params<{ from: string; to: string }>) =>
  q
    .select({ id: accounts.id })
    .from(accounts)
    .where(between(accounts.createdutc, p.from, p.to)),
)

export const listCreatedBetween = (db: PlatformDb, from: string, to: string): string[] =>
  created.all(db, { from, to }).map(({ id }) => id)

const count = statement((q) => q.select({ accounts: sql<number>`count(*)`.as('accounts') }).from(accounts))

export const countAccounts = (db: PlatformDb): number => count.get(db)?.accounts ?? 0

export const isDemo = (db: PlatformDb): boolean =>
  db.select().from(platformSettings).where(eq(platformSettings.key, 'demo')).get() !== undefined

type AccountRow = typeof accounts.$inferSelect
type SeatedPerson = { user: typeof platformUsers.$inferSelect; seat: typeof seats.$inferSelect }
export type AccountRecord = { account: AccountRow; people: SeatedPerson[] }

export function accountRecord(db: PlatformDb, id: string): AccountRecord | undefined {
  const account = db.select().from(accounts).where(eq(accounts.id, id)).get()
  // Its mail password is encrypted under this installation's key, and would be a riddle in any other.
  return account && { account: { ...account, smtppassword: null }, people: seatedPeople(db, id) }
}

export const seatedPeople = (db: PlatformDb, accountid: string): SeatedPerson[] =>
  db
    .select({ user: platformUsers, seat: seats })
    .from(seats)
    .innerJoin(platformUsers, eq(platformUsers.id, seats.userid))
    .where(eq(seats.accountid, accountid))
    .all()

export const putAccount = (db: PlatformDb, account: AccountRow) =>
  db.insert(accounts).values(account).onConflictDoNothing().run()

export function putPerson(db: PlatformDb, user: SeatedPerson['user'], freshid: string): string {
  const known = () =>
    db.select({ id: platformUsers.id }).from(platformUsers).where(eq(platformUsers.email, user.email)).get()
      ?.id
  const found = known()
  if (found) return found
  const taken = db
    .select({ id: platformUsers.id })
    .from(platformUsers)
    .where(eq(platformUsers.id, user.id))
    .get()
  const id = taken ? freshid : user.id
  db.insert(platformUsers)
    .values({ ...user, id })
    .run()
  return id
}

export const writeSeat = (db: PlatformDb, seat: SeatedPerson['seat']) =>
  db
    .insert(seats)
    .values(seat)
    .onConflictDoUpdate({
      target: [seats.userid, seats.accountid],
      set: {
        roles: seat.roles,
        licensed: seat.licensed,
        archived: seat.archived,
        updatedutc: seat.updatedutc,
      },
    })
    .run()
