import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

const oldest = (table: string, key: string) =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE expiresutc < ? LIMIT ?)`

/** Forgets sessions that ended before an instant, at most so many. */
export const forgetSessions = (db: PlatformDb, before: string, most: number) =>
  prepared(db, oldest('sessions', 'id')).run([before, most])

/** Forgets links that were too old to be used before an instant, at most so many. */
export const forgetTokens = (db: PlatformDb, before: string, most: number) =>
  prepared(db, oldest('onetimetokens', 'hash')).run([before, most])
