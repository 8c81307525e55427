import { and, asc, eq, isNotNull, isNull, min, sql } from 'drizzle-orm'
import { accounts, platformUsers, seats, sessions, signinfailures } from '#db/schema/platform/platform.ts'
import { type Params, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'

export const userByEmail = (db: PlatformDb, email: string) =>
  db.select().from(platformUsers).where(eq(platformUsers.email, email.trim().toLowerCase())).get()

export const platformUserById = (db: PlatformDb, id: string) =>
  db.select().from(platformUsers).where(eq(platformUsers.id, id)).get()

export const oldestUserUtc = (db: PlatformDb) =>
  db
    .select({ createdutc: min(platformUsers.createdutc) })
    .from(platformUsers)
    .get()?.createdutc

/** Whether nobody has a password yet, those of an account that was unpacked included. */
export const isFirstStart = (db: PlatformDb) =>
  db
    .select({ id: platformUsers.id })
    .from(platformUsers)
    .where(isNotNull(platformUsers.passwordhash))
    .limit(1)
    .all().length === 0

export const findSignInFailures = (db: PlatformDb, key: string) =>
  db.select().from(signinfailures).where(eq(signinfailures.key, key)).get()

const lastAccount = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({ id: seats.accountid })
    .from(seats)
    .innerJoin(accounts, eq(accounts.id, seats.accountid))
    .leftJoin(sessions, and(eq(sessions.userid, seats.userid), eq(sessions.accountid, seats.accountid)))
    .where(
      and(
        eq(seats.userid, p.userid),
        eq(seats.archived, false),
        isNull(seats.invited),
        eq(accounts.archived, false),
      ),
    )
    .groupBy(seats.accountid)
    .orderBy(
      sql`${accounts.copyof} IS NOT NULL`,
      asc(seats.hide),
      sql`max(max(coalesce(${sessions.seenutc}, ''), coalesce(${seats.seenutc}, ''))) DESC`,
      asc(seats.createdutc),
    )
    .limit(1),
)

export const findLastAccountId = (db: PlatformDb, userid: string): string | null =>
  lastAccount.get(db, { userid })?.id ?? null
