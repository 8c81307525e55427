import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

const oldest = (table: string, key: string) =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE expiresutc < ? LIMIT ?)`

export const purgeSessions = (db: PlatformDb, before: string, most: number) =>
  prepared(db, oldest('sessions', 'id')).run([before, most])

export const purgeTokens = (db: PlatformDb, before: string, most: number) =>
  prepared(db, oldest('onetimetokens', 'hash')).run([before, most])
