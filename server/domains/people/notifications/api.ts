import { listNotifications, unreadCount } from '#db/queries/people/notifications.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { readZone, startOfDay } from '#server/zone.ts'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'
import { NotificationSearch } from './input.ts'

export const notificationsApi: Route[] = [
  api(
    'GET /api/communication/notifications',
    { claim: 'seat', query: NotificationSearch, summary: 'My notifications, newest first.' },
    (c) => {
      const { start, end, ...query } = c.query
      const { rows, ...counted } = c.read((db) => {
        const zone = readZone(db)
        return listNotifications(db, c.person.userid, {
          ...query,
          from: start ? startOfDay(start, zone) : undefined,
          before: end ? startOfDay(end, zone, 1) : undefined,
        })
      })
      return dataReply(rows, counted)
    },
  ),

  api(
    'GET /api/communication/notifications/unread',
    {
      claim: 'seat',
      summary: `How many of my notifications are unread; no more than ${UNREAD_COUNTED} are counted.`,
    },
    (c) => ({ unread: c.read((db) => unreadCount(db, c.person.userid, UNREAD_COUNTED)) }),
  ),
]
