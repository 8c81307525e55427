import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, object, t } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { notify } from '#server/notifications/notify.ts'
import { EVERYBODY, NewNotification, NotificationInput } from './input.ts'
import { listChanged } from './pages.tsx'
import { clearAll, markAllRead, markRead, removeNotification } from './read-notifications.ts'
import { sendMessage } from './send-message.ts'

const Read = t.Optional(object({ read: t.Optional(flag()) }))
const own = { claim: 'seat', evenexpired: true } as const

/** The form asks for people by name, for a role or for everybody; whoever reads it should know whose words these are. */
function notificationIn({ person, body }: Context<unknown, unknown, typeof NotificationInput.static>) {
  const { to = '', userids, ...message } = body
  return {
    body: {
      ...message,
      message: `${person.name}: ${message.message}`,
      code: 'message',
      everybody: to === EVERYBODY,
      roleid: to === EVERYBODY ? null : to,
      userids: [userids ?? []].flat().filter(Boolean),
    },
  }
}

export const notificationsActions: Route[] = [
  ...action(
    { api: 'POST /api/communication/notification', page: 'POST /notifications' },
    {
      claim: 'notifications.send',
      body: NewNotification,
      form: { body: NotificationInput, input: notificationIn },
      summary: 'Notify one person, several, whoever holds a role, or everybody.',
    },
    (tx, _, c) => {
      const { userid, userids, roleid, everybody, ...message } = c.body
      const many = userids || roleid || everybody
      if (userid && many) throw invalid({ userid: 'Name one person here, or the others, not both.' })
      if (!userid && !many) throw invalid({ userid: 'Choose who is told.' })
      return userid
        ? notify(tx, { ...message, userid })
        : sendMessage(tx, { ...message, userids, roleid, everybody })
    },
    (sent) => {
      const count = [sent].flat().length
      return saved(`Sent to ${count === 1 ? '1 person' : `${count} people`}`, 'notifications')
    },
  ),

  ...action(
    { api: 'PATCH /api/communication/notifications', page: 'PATCH /notifications' },
    { ...own, body: Read, form: {}, summary: 'Mark all of mine as read.' },
    (tx, _, c) => {
      if (c.body?.read === false)
        throw invalid({ read: 'All can be marked as read at once, but not as unread.' })
      return { read: markAllRead(tx, c.person.userid) }
    },
    (_, c) => listChanged(c),
  ),

  ...action(
    { api: 'PATCH /api/communication/notifications/:id', page: 'PATCH /notifications/:id' },
    {
      ...own,
      params: ById,
      body: Read,
      form: {
        query: t.Object({ unread: t.Optional(t.String()) }),
        input: ({ query }) => ({ body: { read: query.unread === undefined } }),
      },
      summary: 'Marks a notification as read or unread.',
    },
    (tx, _, c) => markRead(tx, c.person.userid, c.params.id, c.body?.read ?? true),
    (_, c) => listChanged(c),
  ),

  ...action(
    { api: 'DELETE /api/communication/notifications/:id', page: 'DELETE /notifications/:id' },
    { ...own, params: ById, summary: 'Takes a notification away.' },
    (tx, _, c) => {
      removeNotification(tx, c.person.userid, c.params.id)
      return null
    },
    (_, c) => listChanged(c),
  ),

  ...action(
    { api: 'DELETE /api/communication/notifications', page: 'DELETE /notifications' },
    { ...own, summary: 'Takes all of mine away.' },
    (tx, _, c) => {
      clearAll(tx, c.person.userid)
      return null
    },
    (_, c) => listChanged(c),
  ),
]
