import { asc, eq, lte } from 'drizzle-orm'
import { digests, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { NotificationRow } from './notifications.ts'

export const setDigest = (db: TenantDb, userid: string, nextutc: string) =>
  prepared(
    db,
    `INSERT INTO digests (userid, nextutc) VALUES (?, ?)
     ON CONFLICT (userid) DO UPDATE SET nextutc = excluded.nextutc`,
  ).run([userid, nextutc])

export const endDigest = (db: TenantDb, userid: string) =>
  prepared(db, 'DELETE FROM digests WHERE userid = ?').run([userid])

export const nextDigest = (db: TenantDb): string | null => firstDigest.get(db)?.nextutc ?? null

const firstDigest = statement((q) =>
  q.select({ nextutc: digests.nextutc }).from(digests).orderBy(asc(digests.nextutc)).limit(1),
)

const due = statement((q, p: Params<{ now: string }>) =>
  q
    .select({
      userid: digests.userid,
      lastid: digests.lastid,
      firstname: users.firstname,
      email: users.email,
      archived: users.archived,
    })
    .from(digests)
    .innerJoin(users, eq(users.id, digests.userid))
    .where(lte(digests.nextutc, p.now)),
)
type DueDigest = RowOf<typeof due>

export const listDueDigests = (db: TenantDb, now: string): DueDigest[] => due.all(db, { now })

/** Somebody who was never seen here again is asked for no more. */
export const deleteOrphanDigests = (db: TenantDb, now: string) =>
  prepared(
    db,
    'DELETE FROM digests WHERE nextutc <= ? AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = digests.userid)',
  ).run([now])

type UnreadLine = NotificationRow & { unread: number }

// Text for its windows: drizzle has none.
/** The newest unread notifications of everybody whose digest is due, at most `most` of each, with how many in all. */
export const listDueDigestNotifications = (db: TenantDb, now: string, most: number): UnreadLine[] =>
  prepared<UnreadLine>(
    db,
    `SELECT id, userid, type, message, code, open, dateutc, readutc, unread FROM (
       SELECT n.*, row_number() OVER (PARTITION BY n.userid ORDER BY n.id DESC) AS nth,
         count(*) OVER (PARTITION BY n.userid) AS unread
       FROM digests d JOIN notifications n ON n.userid = d.userid AND n.readutc IS NULL
       WHERE d.nextutc <= ?
     ) WHERE nth <= ? ORDER BY userid, id DESC`,
  ).all([now, most])

export const setDigestSent = (db: TenantDb, userid: string, lastid: string) =>
  prepared(db, 'UPDATE digests SET lastid = ? WHERE userid = ?').run([lastid, userid])
