import { listNotifications, unreadCount } from '#db/queries/people/notifications.ts'
import { invalid } from '#server/errors.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { notify } from '#server/notifications/notify.ts'
import { startOfDay, zoneOf } from '#server/zone.ts'
import { NewNotification, NotificationSearch } from './input.ts'
import { clearAll, markAllRead, markRead, removeNotification } from './read-notifications.ts'
import { sendMessage } from './send-message.ts'

const Read = t.Optional(object({ read: t.Optional(flag()) }))
const own = { claim: 'seat', evenexpired: true } as const

/** A person's own notifications; nobody sees another's. */
export const notificationsApi: Route[] = [
  api(
    'GET /api/communication/notifications',
    { claim: 'seat', query: NotificationSearch, summary: 'My notifications, newest first.' },
    (c) => {
      const { start, end, ...query } = c.query
      const { rows, total } = c.read((db) => {
        const zone = zoneOf(db)
        return listNotifications(db, c.person.userid, {
          ...query,
          from: start ? startOfDay(start, zone) : undefined,
          before: end ? startOfDay(end, zone, 1) : undefined,
        })
      })
      return data(rows, { total })
    },
  ),

  api(
    'GET /api/communication/notifications/unread',
    { claim: 'seat', summary: 'How many of my notifications are unread.' },
    (c) => ({ unread: c.read((db) => unreadCount(db, c.person.userid)) }),
  ),

  api(
    'POST /api/communication/notification',
    {
      claim: 'notifications.send',
      body: NewNotification,
      summary: 'Notify one person, several, whoever holds a role, or everybody.',
    },
    (c) => {
      const { userid, userids, roleid, everybody, ...message } = c.body
      const many = userids || roleid || everybody
      if (userid && many) throw invalid({ userid: 'Name one person here, or the others, not both.' })
      if (!userid && !many) throw invalid({ userid: 'Choose who is told.' })
      return c.write((tx) =>
        userid
          ? notify(tx, { ...message, userid })
          : sendMessage(tx, { ...message, userids, roleid, everybody }),
      )
    },
  ),

  api(
    'PATCH /api/communication/notifications',
    { ...own, body: Read, summary: 'Mark all of mine as read.' },
    (c) => c.write((tx) => ({ read: markAllRead(tx, c.person.userid) })),
  ),

  api('PATCH /api/communication/notifications/:id', { ...own, params: ById, body: Read }, (c) =>
    c.write((tx) => markRead(tx, c.person.userid, c.params.id, c.body?.read ?? true)),
  ),

  api('DELETE /api/communication/notifications/:id', { ...own, params: ById }, (c) =>
    c.write((tx) => {
      removeNotification(tx, c.person.userid, c.params.id)
      return null
    }),
  ),

  api('DELETE /api/communication/notifications', own, (c) =>
    c.write((tx) => {
      clearAll(tx, c.person.userid)
      return null
    }),
  ),
]
