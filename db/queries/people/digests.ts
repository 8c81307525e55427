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

type UnreadLine = Pick<NotificationRow, 'id' | 'userid' | 'type' | 'message' | 'open' | 'dateutc'> & {
  unread: number
}

const UNMAILED = `readutc IS NULL AND doneutc IS NULL AND sinceutc <= ?1 AND mailqueuedutc IS NULL`

// Text for its windows: drizzle has none.
/**
 * The newest notifications of everybody whose digest is due that are unread in the inbox and in no mail yet, at most
 * `most` of each, with how many in all.
 */
export const listDueDigestNotifications = (db: TenantDb, now: string, most: number): UnreadLine[] =>
  prepared<UnreadLine>(
    db,
    `SELECT id, userid, type, message, open, dateutc, unread FROM (
       SELECT n.*, row_number() OVER (PARTITION BY n.userid ORDER BY n.sinceutc DESC, n.id DESC) AS nth,
         count(*) OVER (PARTITION BY n.userid) AS unread
       FROM digests d JOIN notifications n ON n.userid = d.userid AND ${UNMAILED}
       WHERE d.nextutc <= ?1
     ) WHERE nth <= ?2 ORDER BY userid, nth`,
  ).all([now, most])

/** Also those beyond the lines that the mail shows: it says how many there are. */
export const setDigestSent = (db: TenantDb, userid: string, now: string) =>
  prepared(db, `UPDATE notifications SET mailqueuedutc = ?1 WHERE userid = ?2 AND ${UNMAILED}`).run([
    now,
    userid,
  ])
