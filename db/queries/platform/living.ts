import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

/** Accounts that are in use and not expired, in the order of their ids, after one of them. */
export const livingAccounts = (db: PlatformDb, now: string, after: string, take: number): string[] =>
  prepared<{ id: string }>(
    db,
    `SELECT id FROM accounts
     WHERE id > ? AND archived = 0 AND (utcexpires IS NULL OR utcexpires > ?) ORDER BY id LIMIT ?`,
  )
    .all([after, now, take])
    .map(({ id }) => id)
