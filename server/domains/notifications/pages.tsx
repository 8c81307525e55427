import {
  clearNotifications,
  deleteNotification,
  markRead,
  notificationsOf,
  unreadCount,
} from '#db/queries/notifications.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { id, t } from '#server/http/fields.ts'
import { fragment, trigger } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { type NotificationItem, NotificationList } from '#views/layout/notifications.tsx'

const ById = t.Object({ id: id() })
const own = { claim: 'seat', evenexpired: true } as const

const list = ({ read, person }: Context) =>
  read((db) =>
    fragment(<NotificationList items={notificationsOf(db, person.userid) as NotificationItem[]} />, {
      headers: { 'HX-Trigger': trigger({ unread: { value: unreadCount(db, person.userid) } }) },
    }),
  )

const found = (was: boolean) => {
  if (!was) throw notFound('notification')
}

/** The bell's drawer: each change answers with the list as it now is. */
export const notificationsPages: Route[] = [
  page('GET /notifications', own, list),
  page('PATCH /notifications/:id', { ...own, params: ById }, async (c) => {
    found(await c.write((tx) => markRead(tx.db, c.person.userid, c.params.id, tx.now)))
    return list(c)
  }),
  page('DELETE /notifications/:id', { ...own, params: ById }, async (c) => {
    found(await c.write((tx) => deleteNotification(tx.db, c.person.userid, c.params.id)))
    return list(c)
  }),
  page('DELETE /notifications', own, async (c) => {
    await c.write((tx) => clearNotifications(tx.db, c.person.userid))
    return list(c)
  }),
]
