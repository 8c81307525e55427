import { eq } from 'drizzle-orm'
import { signinfailures, users } from '#db/schema/platform/platform.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

export const userByEmail = (db: PlatformDb, email: string) =>
  db.select().from(users).where(eq(users.email, email.trim().toLowerCase())).get()

export const platformUserById = (db: PlatformDb, id: string) =>
  db.select().from(users).where(eq(users.id, id)).get()

export const isFirstStart = (db: PlatformDb) =>
  db.select({ id: users.id }).from(users).limit(1).all().length === 0

export const findSignInFailures = (db: PlatformDb, key: string) =>
  db.select().from(signinfailures).where(eq(signinfailures.key, key)).get()

const LAST_ACCOUNT = `
  SELECT s.accountid AS id
  FROM seats s
  JOIN accounts a ON a.id = s.accountid
  LEFT JOIN sessions x ON x.userid = s.userid AND x.accountid = s.accountid
  WHERE s.userid = ? AND s.archived = 0 AND a.archived = 0
  GROUP BY s.accountid
  ORDER BY s.hide, max(max(coalesce(x.seenutc, ''), coalesce(s.seenutc, ''))) DESC, s.createdutc
  LIMIT 1`

/** The account that a person worked in last, else their first; null when they belong to none. */
export const findLastAccountId = (db: PlatformDb, userid: string): string | null =>
  prepared<{ id: string }>(db, LAST_ACCOUNT).get([userid])?.id ?? null
