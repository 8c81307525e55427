import { and, asc, count, eq, gt, gte, isNull, or, sql } from 'drizzle-orm'
import { accounts, platformUsers, seats } from '#db/schema/platform/platform.ts'
import { isTrue, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'
import { wordSortKeys } from '#db/word-order.ts'

export type AccountRow = typeof accounts.$inferSelect

export const accountById = (db: PlatformDb, id: string): AccountRow | undefined =>
  db.select().from(accounts).where(eq(accounts.id, id)).get()

const operators = statement((q) =>
  q
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.platformowner, true), eq(accounts.archived, false))),
)

/** Whose people run the platform. */
export const listOperatorAccounts = (db: PlatformDb) => operators.all(db)

export const joinableAccount = (db: PlatformDb, id: string) =>
  db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.archived, false), eq(accounts.platformowner, false)))
    .get()

const accountChoices = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({ id: accounts.id, name: accounts.name, hide: seats.hide })
    .from(seats)
    .innerJoin(accounts, eq(accounts.id, seats.accountid))
    .where(
      and(
        eq(seats.userid, p.userid),
        eq(seats.archived, false),
        isNull(seats.invited),
        eq(accounts.archived, false),
      ),
    )
    .orderBy(...wordSortKeys(accounts.name), asc(accounts.id)),
)
type AccountChoice = RowOf<typeof accountChoices>

export const listUserAccounts = (db: PlatformDb, userid: string): AccountChoice[] =>
  accountChoices.all(db, { userid })

const oneBusiness = statement((q, p: Params<{ accountid: string; email: string }>) =>
  q
    .select({
      one: isTrue(sql`NOT EXISTS (
          SELECT 1 FROM ${accounts} WHERE ${accounts.id} <> ${p.accountid} AND ${accounts.platformowner} = 0)
        AND NOT EXISTS (
          SELECT 1 FROM ${platformUsers} JOIN ${seats} ON ${seats.userid} = ${platformUsers.id}
          WHERE ${platformUsers.email} = ${p.email} AND ${seats.accountid} <> ${p.accountid})`),
    })
    .from(sql`(VALUES (1))`),
)

export const isOnlyBusiness = (db: PlatformDb, accountid: string, email: string): boolean =>
  oneBusiness.get(db, { accountid, email })?.one === true

const founded = statement((q, p: Params<{ userid: string; since: string }>) =>
  q
    .select({ n: count() })
    .from(seats)
    .innerJoin(accounts, eq(accounts.id, seats.accountid))
    .where(
      and(eq(seats.userid, p.userid), gte(seats.createdutc, p.since), gte(accounts.createdutc, p.since)),
    ),
)

export const countAccountsSince = (db: PlatformDb, userid: string, since: string): number =>
  founded.get(db, { userid, since })?.n ?? 0

const isLiving = (p: Params<{ now: string }>) =>
  and(eq(accounts.archived, false), or(isNull(accounts.utcexpires), gt(accounts.utcexpires, p.now)))

const living = statement((q, p: Params<{ after: string; now: string; take: number }>) =>
  q
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(gt(accounts.id, p.after), isLiving(p)))
    .orderBy(asc(accounts.id))
    .limit(p.take),
)

export const listActiveAccounts = (db: PlatformDb, now: string, after: string, take: number): string[] =>
  living.all(db, { now, after, take }).map(({ id }) => id)

const livingAmong = statement((q, p: Params<{ now: string; ids: readonly string[] }>) =>
  q
    .select({ id: accounts.id })
    .from(listItems(p.ids))
    .crossJoin(accounts)
    .where(and(eq(accounts.id, listItem), isLiving(p))),
)

export const listActiveAmong = (db: PlatformDb, now: string, ids: readonly string[]): string[] =>
  livingAmong.all(db, { now, ids }).map(({ id }) => id)
