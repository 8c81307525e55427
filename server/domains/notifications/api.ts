import {
  clearNotifications,
  deleteNotification,
  markRead,
  notificationsOf,
  unreadCount,
} from '#db/queries/notifications.ts'
import { notFound } from '#server/errors.ts'
import { choice, flag, id, object, t, text } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { notify } from './notify.ts'

const ById = t.Object({ id: id() })
const NewNotification = object({
  userid: t.String({ maxLength: 40 }),
  type: choice('info', 'success', 'warning', 'error'),
  message: text(500, { required: true }),
  code: t.Optional(text(40)),
})

/** A person's own notifications; nobody sees another's. */
export const notificationsApi: Route[] = [
  api(
    'GET /api/communication/notifications',
    { claim: 'seat', summary: 'My notifications, newest first.' },
    (c) =>
      c.read((db) => data(notificationsOf(db, c.person.userid), { total: unreadCount(db, c.person.userid) })),
  ),

  api('POST /api/communication/notification', { claim: 'notifications.send', body: NewNotification }, (c) =>
    c.write((tx) => notify(tx, c.body)),
  ),

  api(
    'PATCH /api/communication/notifications/:id',
    {
      claim: 'seat',
      params: ById,
      body: t.Optional(object({ read: t.Optional(flag()) })),
      evenexpired: true,
    },
    (c) =>
      c.write((tx) => {
        if (!markRead(tx.db, c.person.userid, c.params.id, tx.now)) throw notFound('notification')
        return { id: c.params.id, readutc: tx.now }
      }),
  ),

  api(
    'DELETE /api/communication/notifications/:id',
    { claim: 'seat', params: ById, evenexpired: true },
    (c) =>
      c.write((tx) => {
        if (!deleteNotification(tx.db, c.person.userid, c.params.id)) throw notFound('notification')
        return null
      }),
  ),

  api('DELETE /api/communication/notifications', { claim: 'seat', evenexpired: true }, (c) =>
    c.write((tx) => {
      clearNotifications(tx.db, c.person.userid)
      return null
    }),
  ),
]
