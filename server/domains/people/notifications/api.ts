import {
  listNotifications,
  NEWEST_SEARCHED,
  type NotificationRow,
  unreadCount,
} from '#db/queries/people/notifications.ts'
import { hasMuted } from '#db/queries/people/recipients.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { readZone, startOfDay } from '#server/zone.ts'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'
import { NotificationSearch } from './input.ts'

const presentNotification = ({ snoozed: _, mailqueuedutc: __, originid: ___, ...row }: NotificationRow) => row

export const notificationsApi: Route[] = [
  api(
    'GET /api/communication/notifications',
    {
      claim: 'seat',
      query: NotificationSearch,
      summary: `My notifications: the inbox, newest first, or what \`show\` says. A search looks through the newest ${NEWEST_SEARCHED}; with \`more\`, there are others, which \`end\` leads to.`,
    },
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
      return dataReply(rows.map(presentNotification), counted)
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

  api(
    'GET /api/jobs/mute/:id',
    { claim: 'jobs.read', params: ById, summary: 'Whether what is told of a job is kept out of my inbox.' },
    (c) =>
      c.read((db, viewer) => {
        visibleJob(db, viewer, c.params.id)
        return { id: c.params.id, muted: hasMuted(db, c.person.userid, c.params.id) }
      }),
  ),
]
