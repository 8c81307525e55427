import { and, count, desc, eq, gte, isNull, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { contains, countBounded } from '#db/queries/lists.ts'
import { notifications, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const unread = statement((q, p: Params<{ userid: string; most: number }>) => {
  const few = q
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userid, p.userid), isNull(notifications.readutc)))
    .limit(p.most as Placeholder)
    .as('few')
  return q.select({ n: count() }).from(few)
})

/** `most` stands for as many and more. */
export const unreadCount = (db: TenantDb, userid: string, most: number): number =>
  unread.get(db, { userid, most })?.n ?? 0

export type NotificationRow = typeof notifications.$inferSelect
type NotificationQuery = {
  unread?: boolean
  type?: string
  search?: string
  from?: string
  before?: string
  skip?: number
  take?: number
}

export function listNotifications(db: TenantDb, userid: string, query: NotificationQuery = {}) {
  const conditions: (SQL | undefined)[] = [
    eq(notifications.userid, userid),
    query.unread ? isNull(notifications.readutc) : undefined,
    query.type ? eq(notifications.type, query.type) : undefined,
    contains([notifications.message, notifications.code], query.search),
    query.from ? gte(notifications.dateutc, query.from) : undefined,
    query.before ? lt(notifications.dateutc, query.before) : undefined,
  ]
  const where = and(...conditions)
  const rows = db
    .select()
    .from(notifications)
    .where(where)
    .orderBy(desc(notifications.id))
    .limit(query.take ?? 50)
    .offset(query.skip ?? 0)
    .all()
  const counted = (most: number) => {
    const few = db.select({ id: notifications.id }).from(notifications).where(where).limit(most).as('few')
    return db.select({ n: count() }).from(few).get()?.n ?? 0
  }
  return { rows, ...countBounded(rows.length, query, counted) }
}

const mine = (userid: string, id: string) => and(eq(notifications.userid, userid), eq(notifications.id, id))

export const findNotification = (db: TenantDb, userid: string, id: string) =>
  db.select().from(notifications).where(mine(userid, id)).get()

export const setRead = (db: TenantDb, userid: string, id: string, readutc: string | null): boolean =>
  Boolean(
    db
      .update(notifications)
      .set({ readutc })
      .where(mine(userid, id))
      .returning({ id: notifications.id })
      .get(),
  )

export const readAll = (db: TenantDb, userid: string, now: string): number =>
  prepared(db, 'UPDATE notifications SET readutc = ? WHERE userid = ? AND readutc IS NULL').run([now, userid])
    .changes

export const deleteNotification = (db: TenantDb, userid: string, id: string): boolean =>
  Boolean(db.delete(notifications).where(mine(userid, id)).returning({ id: notifications.id }).get())

export const clearNotifications = (db: TenantDb, userid: string): number =>
  prepared(db, 'DELETE FROM notifications WHERE userid = ?').run([userid]).changes

type Recipients = { everybody: boolean; roleid: string; userids: readonly string[] }

const told = statement((q, p: Params<Recipients>) =>
  q
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.archived, false),
        or(
          sql`${p.everybody}`,
          inList(users.id, p.userids),
          sql`EXISTS (SELECT 1 FROM json_each(${users.roles}) WHERE value = ${p.roleid})`,
        ),
      ),
    ),
)

export const listRecipients = (
  db: TenantDb,
  to: { everybody?: boolean; roleid?: string | null; userids?: readonly string[] },
): string[] =>
  told
    .all(db, { everybody: to.everybody ?? false, roleid: to.roleid ?? '', userids: to.userids ?? [] })
    .map(({ id }) => id)
