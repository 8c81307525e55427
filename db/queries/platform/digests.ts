import { prepared } from '#db/sqlite.ts'
import type { PlatformDb } from '#db/types.ts'

type DueAccount = { accountid: string; name: string; archived: number; dueutc: string }

/** Accounts whose digests are to be looked at, the longest waiting first. */
export const dueAccounts = (db: PlatformDb, now: string, most: number): DueAccount[] =>
  prepared<DueAccount>(
    db,
    `SELECT d.accountid, a.name, a.archived, d.dueutc FROM digests d JOIN accounts a ON a.id = d.accountid
     WHERE d.dueutc <= ? ORDER BY d.dueutc LIMIT ?`,
  ).all([now, most])

/** Has an account looked at no later than then. */
export const lookBy = (db: PlatformDb, accountid: string, dueutc: string) =>
  prepared(
    db,
    `INSERT INTO digests (accountid, dueutc) VALUES (?, ?)
     ON CONFLICT (accountid) DO UPDATE SET dueutc = min(dueutc, excluded.dueutc)`,
  ).run([accountid, dueutc])

/** Looked at: the next time, or with null never again. What was asked for in the meantime stands. */
export const lookedAt = (db: PlatformDb, accountid: string, was: string, next: string | null) =>
  next === null
    ? prepared(db, 'DELETE FROM digests WHERE accountid = ? AND dueutc = ?').run([accountid, was])
    : prepared(db, 'UPDATE digests SET dueutc = ? WHERE accountid = ? AND dueutc = ?').run([
        next,
        accountid,
        was,
      ])
