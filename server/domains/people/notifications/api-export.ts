import { listNotifications } from '#db/queries/people/notifications.ts'
import { byPages, exportQuery, exportReply } from '#server/export/exported.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { codeLabel } from '#server/preferences/notification-codes.ts'
import { pageTitle } from '#server/resources.ts'
import { clockIn, readZone } from '#server/zone.ts'
import { NotificationList } from './input.ts'

export const notificationsExport: Route = page(
  'GET /notifications/all/export',
  {
    summary: 'A file of one’s notifications.',
    claim: 'seat',
    query: object({ ...NotificationList.properties, ...exportQuery }),
  },
  (c) => {
    const { format, type, ...query } = c.query
    const { title, zone } = c.read((db) => ({
      title: pageTitle(db, 'pages.notifications'),
      zone: readZone(db),
    }))
    return exportReply(c, format, {
      title,
      columns: [
        { head: 'When', kind: 'time' },
        { head: 'Level' },
        { head: 'About' },
        { head: 'Notification' },
        { head: 'Read', kind: 'time' },
      ],
      batches: byPages(
        c,
        (db, part) =>
          listNotifications(db, c.person.userid, { ...query, type: type || undefined, ...part }).rows,
        ({ id }) => id,
        ({ dateutc, type, code, message, readutc }) => [
          ...[clockIn(dateutc, zone), type, codeLabel(code), message, readutc && clockIn(readutc, zone)],
        ],
      ),
    })
  },
)
