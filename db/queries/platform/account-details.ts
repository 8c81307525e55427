import { and, count, eq, like, or } from 'drizzle-orm'
import { accounts, seats } from '#db/schema/platform/platform.ts'
import type { PlatformDb } from '#db/types.ts'

const shown = {
  id: accounts.id,
  version: accounts.version,
  name: accounts.name,
  reference: accounts.reference,
  primaryemail: accounts.primaryemail,
  primaryphone: accounts.primaryphone,
  utcexpires: accounts.utcexpires,
  subscribed: accounts.subscribed,
  size: accounts.size,
  seatspaid: accounts.seatspaid,
  platformowner: accounts.platformowner,
  archived: accounts.archived,
}

export const accountById = (db: PlatformDb, id: string) =>
  db.select(shown).from(accounts).where(eq(accounts.id, id)).get()

/** Every account with how many seats it holds, for the operator. */
export const allAccounts = (db: PlatformDb, search?: string) =>
  db
    .select({ ...shown, seats: count(seats.id) })
    .from(accounts)
    .leftJoin(seats, and(eq(seats.accountid, accounts.id), eq(seats.archived, false)))
    .where(
      search ? or(like(accounts.name, `%${search}%`), like(accounts.primaryemail, `%${search}%`)) : undefined,
    )
    .groupBy(accounts.id)
    .orderBy(accounts.name)
    .all()

export type AccountLine = ReturnType<typeof allAccounts>[number]
