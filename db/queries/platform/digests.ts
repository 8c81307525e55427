import { and, asc, eq, lte } from 'drizzle-orm'
import { accounts, placement, platformDigests } from '#db/schema/platform/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { PlatformDb } from '#db/types.ts'
import { isServedBy, type Serving } from './cells.ts'

const due = statement((q, p: Params<{ now: string; most: number } & Serving>) =>
  q
    .select({
      accountid: platformDigests.accountid,
      name: accounts.name,
      archived: accounts.archived,
      dueutc: platformDigests.dueutc,
    })
    .from(platformDigests)
    .innerJoin(accounts, eq(accounts.id, platformDigests.accountid))
    .leftJoin(placement, eq(placement.accountid, platformDigests.accountid))
    .where(and(lte(platformDigests.dueutc, p.now), isServedBy(p)))
    .orderBy(asc(platformDigests.dueutc))
    .limit(p.most),
)

export const listDueAccounts = (db: PlatformDb, now: string, most: number, serving: Serving) =>
  due.all(db, { now, most, ...serving })

export const scheduleDigest = (db: PlatformDb, accountid: string, dueutc: string) =>
  prepared(
    db,
    `INSERT INTO digests (accountid, dueutc) VALUES (?, ?)
     ON CONFLICT (accountid) DO UPDATE SET dueutc = min(dueutc, excluded.dueutc)`,
  ).run([accountid, dueutc])

/** Looked at: the next time, or with null never again. What was asked for in the meantime stands. */
export const rescheduleDigest = (db: PlatformDb, accountid: string, was: string, next: string | null) =>
  next === null
    ? prepared(db, 'DELETE FROM digests WHERE accountid = ? AND dueutc = ?').run([accountid, was])
    : prepared(db, 'UPDATE digests SET dueutc = ? WHERE accountid = ? AND dueutc = ?').run([
        next,
        accountid,
        was,
      ])

export const cancelDigest = (db: PlatformDb, accountid: string) =>
  prepared(db, 'DELETE FROM digests WHERE accountid = ?').run([accountid])
