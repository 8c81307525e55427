import { listOptions } from '#db/queries/options.ts'
import { findNotification, listNotifications, unreadCount } from '#db/queries/people/notifications.ts'
import { allRoles } from '#db/queries/people/roles.ts'
import { users } from '#db/schema/tenant/index.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import {
  dialogReply,
  fragment,
  noSwapReply,
  redirect,
  snackbarHeaders,
  trigger,
  view,
} from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { isOwnPath } from '#server/notifications/own-path.ts'
import { codeLabel } from '#server/preferences/notification-codes.ts'
import { pageTitle } from '#server/resources.ts'
import { type NotificationFilter, NotificationItems } from '#views/layout/notifications.tsx'
import { Notifications } from '#views/people/notifications/list.tsx'
import { MessageDialog } from '#views/people/notifications/message.tsx'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'
import { notificationsExport } from './api-export.ts'
import { EVERYBODY, NotificationList } from './input.ts'
import { markRead } from './read-notifications.ts'

const own = { claim: 'seat', evenexpired: true } as const
const DRAWER = 30

const findShown = (c: Context, query: NotificationFilter & { take?: number }) =>
  c.read((db) => {
    const { rows, ...counted } = listNotifications(db, c.person.userid, {
      ...query,
      type: query.type || undefined,
    })
    const items = rows.map((row) => ({
      ...row,
      type: row.type as 'info',
      words: codeLabel(row.code),
      leads: isOwnPath(row.open),
    }))
    return { items, ...counted, unread: unreadCount(db, c.person.userid, UNREAD_COUNTED) }
  })

const drawer = (c: Context) => {
  const { items, unread } = findShown(c, { take: DRAWER })
  return fragment(<NotificationItems items={items} />, {
    headers: { 'HX-Trigger': trigger({ unread: { value: unread } }) },
    whole: () => listPage(c),
  })
}

/** The drawer asks for its list; the page asks again for itself, since it is told what has changed. */
export const listChanged = (c: Context, message?: string) => {
  if (c.request.headers.get('hx-target')?.includes('notificationlist')) return drawer(c)
  const unread = { value: c.read((db) => unreadCount(db, c.person.userid, UNREAD_COUNTED)) }
  const events = { unread, refresh: { table: 'notifications' } }
  return noSwapReply(message ? snackbarHeaders(message, events) : { 'HX-Trigger': trigger(events) })
}

const listPage = (c: Context, query: NotificationFilter = {}) => {
  const title = c.read((db) => pageTitle(db, 'pages.notifications'))
  const url = c.url.pathname === '/notifications/all' ? c.url.pathname + c.url.search : '/notifications/all'
  return view(
    <Notifications
      title={title}
      query={query}
      url={url}
      {...findShown(c, query)}
      cansend={c.can('notifications.send')}
      canexport={c.can('records.export')}
    />,
    { title, page: 'pages.notifications' },
  )
}

export const notificationsPages: Route[] = [
  page('GET /notifications', { ...own, summary: 'One’s latest notifications, in the drawer.' }, drawer),
  page(
    'GET /notifications/all',
    { ...own, query: NotificationList, summary: 'All of one’s notifications.' },
    (c) => listPage(c, c.query),
  ),
  notificationsExport,

  // Following a notification is reading it.
  page(
    'GET /notifications/:id/open',
    { ...own, params: ById, summary: 'Marks a notification as read, and leads to what it is about.' },
    async (c) => {
      const { userid } = c.person
      const row = c.read((db) => findNotification(db, userid, c.params.id))
      if (!row) throw notFound('notification')
      if (!row.readutc) await c.write((tx) => markRead(tx, userid, row.id))
      return redirect(isOwnPath(row.open) ? row.open : '/notifications/all')
    },
  ),

  page(
    'GET /notifications/new',
    { claim: 'notifications.send', summary: 'The dialog that sends a notification.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => (
          <MessageDialog
            groups={[
              { value: EVERYBODY, label: 'Everybody' },
              ...allRoles(db).map(({ id, name }) => ({
                value: id,
                label: name,
                group: 'Who holds the role',
              })),
            ]}
            people={listOptions(db, users)}
          />
        )),
        () => listPage(c),
      ),
  ),
]
