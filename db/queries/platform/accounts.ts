import { and, eq } from 'drizzle-orm'
import { accounts } from '#db/schema/platform/platform.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'
import { byWords } from '#db/word-order.ts'

export type AccountRow = typeof accounts.$inferSelect

export const accountById = (db: PlatformDb, id: string): AccountRow | undefined =>
  db.select().from(accounts).where(eq(accounts.id, id)).get()

/** An account that a stranger may ask to join: in use, and not the operator's own. */
export const joinableAccount = (db: PlatformDb, id: string) =>
  db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.archived, false), eq(accounts.platformowner, false)))
    .get()

type AccountChoice = { id: string; name: string; hide: number }

const ACCOUNTS_OF = `
  SELECT a.id, a.name, s.hide
  FROM seats s JOIN accounts a ON a.id = s.accountid
  WHERE s.userid = ? AND s.archived = 0 AND a.archived = 0
  ORDER BY ${byWords('a.name')}, a.id`

/** The accounts that a person belongs to. */
export const listUserAccounts = (db: PlatformDb, userid: string): AccountChoice[] =>
  prepared<AccountChoice>(db, ACCOUNTS_OF).all([userid])

const ONE_BUSINESS = `
  SELECT NOT EXISTS (SELECT 1 FROM accounts WHERE id <> ?1 AND platformowner = 0)
    AND NOT EXISTS (
      SELECT 1 FROM users u JOIN seats s ON s.userid = u.id WHERE u.email = ?2 AND s.accountid <> ?1
    ) AS one`

/** Whether there is no business but this one, and the person of that e-mail never had a seat elsewhere. */
export const isOnlyBusiness = (db: PlatformDb, accountid: string, email: string): boolean =>
  prepared<{ one: number }>(db, ONE_BUSINESS).get([accountid, email])?.one === 1

const FOUNDED = `
  SELECT count(*) AS n FROM seats s JOIN accounts a ON a.id = s.accountid
  WHERE s.userid = ? AND s.createdutc >= ? AND a.createdutc >= ?`

/** How many accounts younger than `since` a person has come into since then. */
export const accountsSince = (db: PlatformDb, userid: string, since: string): number =>
  prepared<{ n: number }>(db, FOUNDED).get([userid, since, since])?.n ?? 0

/** Accounts that are in use and not expired, in the order of their ids, after one of them. */
export const livingAccounts = (db: PlatformDb, now: string, after: string, take: number): string[] =>
  prepared<{ id: string }>(
    db,
    `SELECT id FROM accounts
     WHERE id > ? AND archived = 0 AND (utcexpires IS NULL OR utcexpires > ?) ORDER BY id LIMIT ?`,
  )
    .all([after, now, take])
    .map(({ id }) => id)
