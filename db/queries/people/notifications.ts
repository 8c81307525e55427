import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Counted, contains, countBounded } from '#db/queries/lists.ts'
import { notifications } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const unread = statement((q, p: Params<{ userid: string; now: string; most: number }>) => {
  const few = q
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userid, p.userid),
        isNull(notifications.readutc),
        isNull(notifications.doneutc),
        lte(notifications.sinceutc, p.now),
      ),
    )
    .limit(p.most as Placeholder)
    .as('few')
  return q.select({ n: count() }).from(few)
})

const nowOf = (db: TenantDb) => db.now().toISOString()

/** Of the inbox; `most` stands for as many and more. */
export const unreadCount = (db: TenantDb, userid: string, most: number): number =>
  unread.get(db, { userid, now: nowOf(db), most })?.n ?? 0

export type NotificationRow = typeof notifications.$inferSelect

/** Which of a person's notifications: what waits, what comes back later, what is done, or all of it. */
type NotificationShelf = 'inbox' | 'snoozed' | 'done' | 'all'

type NotificationQuery = {
  show?: NotificationShelf
  unread?: boolean
  type?: string
  search?: string
  from?: string
  before?: string
  skip?: number
  take?: number
  exact?: boolean
}

const shelves: Record<NotificationShelf, (now: string) => SQL | undefined> = {
  inbox: (now) => and(isNull(notifications.doneutc), lte(notifications.sinceutc, now)),
  snoozed: (now) => and(isNull(notifications.doneutc), gt(notifications.sinceutc, now)),
  done: () => isNotNull(notifications.doneutc),
  all: () => undefined,
}

const byDay = [desc(notifications.dateutc), desc(notifications.id)]

const orders: Record<NotificationShelf, SQL[]> = {
  inbox: [desc(notifications.sinceutc), desc(notifications.id)],
  snoozed: [asc(notifications.sinceutc), asc(notifications.id)],
  done: [desc(notifications.doneutc), desc(notifications.id)],
  all: byDay,
}

/** So many of the newest a search looks through: of the shelf, or of the days that are asked for. */
export const NEWEST_SEARCHED = 2000

export function listNotifications(
  db: TenantDb,
  userid: string,
  query: NotificationQuery = {},
): Counted & { rows: NotificationRow[] } {
  const { show = 'inbox', unread, type, search, from, before, exact } = query
  const own = eq(notifications.userid, userid)
  const shelf = shelves[show](nowOf(db))
  const days =
    from || before
      ? and(
          from ? gte(notifications.dateutc, from) : undefined,
          before ? lt(notifications.dateutc, before) : undefined,
        )
      : undefined
  const order = days ? byDay : orders[show]
  const listed = and(
    shelf,
    unread ? isNull(notifications.readutc) : undefined,
    type ? eq(notifications.type, type) : undefined,
    contains([notifications.message, notifications.code], search),
  )
  const found =
    search?.trim() && !exact ? amongNewest(db, { where: and(own, days ?? shelf), order, listed }) : undefined
  const where = found ? inIds(found.ids) : and(own, days, listed)
  const rows = db
    .select()
    .from(notifications)
    .where(where)
    .orderBy(...order)
    .limit(query.take ?? 50)
    .offset(query.skip ?? 0)
    .all()
  if (found) return { rows, total: found.ids.length, more: found.more }
  const counted = (most: number) => {
    const few = db.select({ id: notifications.id }).from(notifications).where(where).limit(most).as('few')
    return db.select({ n: count() }).from(few).get()?.n ?? 0
  }
  return { rows, ...countBounded(rows.length, query, counted) }
}

type Newest = { where: SQL | undefined; order: SQL[]; listed: SQL | undefined }

/** Which of the newest are listed, and whether there are others. */
function amongNewest(db: TenantDb, { where, order, listed }: Newest): { ids: string[]; more: boolean } {
  const ids = () =>
    db
      .select({ id: notifications.id })
      .from(notifications)
      .where(where)
      .orderBy(...order)
  const newest = ids().limit(NEWEST_SEARCHED).as('newest')
  const found = db
    .select({ id: notifications.id })
    .from(newest)
    .crossJoin(notifications)
    .where(and(eq(notifications.id, newest.id), listed))
    .all()
  return {
    ids: found.map(({ id }) => id),
    more: ids().limit(1).offset(NEWEST_SEARCHED).get() !== undefined,
  }
}

const inIds = (ids: readonly string[]) =>
  sql`${notifications.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`

const mine = (userid: string, id: string) => and(eq(notifications.userid, userid), eq(notifications.id, id))

export const findNotification = (db: TenantDb, userid: string, id: string) =>
  db.select().from(notifications).where(mine(userid, id)).get()

type Change = Partial<Pick<NotificationRow, 'readutc' | 'doneutc' | 'sinceutc' | 'snoozed'>>

/** Whether there is one of this person. */
export const changeNotification = (db: TenantDb, userid: string, id: string, change: Change): boolean =>
  Boolean(
    db.update(notifications).set(change).where(mine(userid, id)).returning({ id: notifications.id }).get(),
  )

export const readAll = (db: TenantDb, userid: string, now: string): number =>
  prepared(
    db,
    `UPDATE notifications SET readutc = ?1
     WHERE userid = ?2 AND readutc IS NULL AND doneutc IS NULL AND sinceutc <= ?1`,
  ).run([now, userid]).changes

/** All of the inbox. */
export const finishAll = (db: TenantDb, userid: string, now: string): number =>
  prepared(
    db,
    'UPDATE notifications SET doneutc = ?1 WHERE userid = ?2 AND doneutc IS NULL AND sinceutc <= ?1',
  ).run([now, userid]).changes

/** What was done at that instant. */
export const unfinishAll = (db: TenantDb, userid: string, doneutc: string): number =>
  prepared(
    db,
    'UPDATE notifications SET doneutc = NULL WHERE userid = ? AND doneutc IS NOT NULL AND doneutc = ?',
  ).run([userid, doneutc]).changes

export const deleteNotification = (db: TenantDb, userid: string, id: string): boolean =>
  Boolean(db.delete(notifications).where(mine(userid, id)).returning({ id: notifications.id }).get())

export const clearNotifications = (db: TenantDb, userid: string): number =>
  prepared(db, 'DELETE FROM notifications WHERE userid = ?').run([userid]).changes

const back = statement((q, p: Params<{ now: string }>) =>
  q
    .selectDistinct({ userid: notifications.userid })
    .from(notifications)
    .where(and(eq(notifications.snoozed, true), lte(notifications.sinceutc, p.now))),
)

/** Whose notifications came back, of which their browsers have not heard yet; they count as told then. */
export function takeReturned(db: TenantDb, now: string): string[] {
  const userids = back.all(db, { now }).map(({ userid }) => userid)
  if (userids.length > 0)
    prepared(db, 'UPDATE notifications SET snoozed = 0 WHERE snoozed = 1 AND sinceutc <= ?').run([now])
  return userids
}

const next = statement((q) =>
  q
    .select({ sinceutc: notifications.sinceutc })
    .from(notifications)
    .where(eq(notifications.snoozed, true))
    .orderBy(asc(notifications.sinceutc))
    .limit(1),
)

/** When the next one comes back. */
export const nextReturn = (db: TenantDb): string | null => next.get(db)?.sinceutc ?? null
