import { prepared } from '#db/sqlite.ts'
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

/** When the next digest of this account is due; null when nobody has chosen one. */
export const nextDigest = (db: TenantDb): string | null =>
  prepared<{ nextutc: string }>(db, 'SELECT nextutc FROM digests ORDER BY nextutc LIMIT 1').get()?.nextutc ??
  null

export type DueDigest = { userid: string; lastid: string; firstname: string; email: string; archived: number }

/** Whose digest is due, with where it goes. */
export const dueDigests = (db: TenantDb, now: string): DueDigest[] =>
  prepared<DueDigest>(
    db,
    `SELECT d.userid, d.lastid, u.firstname, u.email, u.archived
     FROM digests d JOIN users u ON u.id = d.userid WHERE d.nextutc <= ?`,
  ).all([now])

/** Somebody who was never seen here again is asked for no more. */
export const dropStrayDigests = (db: TenantDb, now: string) =>
  prepared(
    db,
    'DELETE FROM digests WHERE nextutc <= ? AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = digests.userid)',
  ).run([now])

export type UnreadLine = NotificationRow & { unread: number }

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

/** A digest was made up to this notification. */
export const digestMade = (db: TenantDb, userid: string, lastid: string) =>
  prepared(db, 'UPDATE digests SET lastid = ? WHERE userid = ?').run([lastid, userid])
