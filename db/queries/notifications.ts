import { and, desc, eq } from 'drizzle-orm'
import { notifications } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

const UNREAD = 'SELECT count(*) AS n FROM notifications WHERE userid = ? AND readutc IS NULL'

export const unreadCount = (db: TenantDb, userid: string): number =>
  prepared<{ n: number }>(db, UNREAD).get([userid])?.n ?? 0

/** A person's notifications, newest first. */
export const notificationsOf = (db: TenantDb, userid: string, take = 100) =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.userid, userid))
    .orderBy(desc(notifications.id))
    .limit(take)
    .all()

const mine = (userid: string, id: string) => and(eq(notifications.userid, userid), eq(notifications.id, id))

/** Returns false when the person has no such notification. */
export const markRead = (db: TenantDb, userid: string, id: string, now: string): boolean =>
  Boolean(
    db
      .update(notifications)
      .set({ readutc: now })
      .where(mine(userid, id))
      .returning({ id: notifications.id })
      .get(),
  )

export const deleteNotification = (db: TenantDb, userid: string, id: string): boolean =>
  Boolean(db.delete(notifications).where(mine(userid, id)).returning({ id: notifications.id }).get())

export const clearNotifications = (db: TenantDb, userid: string) =>
  db.delete(notifications).where(eq(notifications.userid, userid)).run()
