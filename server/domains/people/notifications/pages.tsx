import { listOptions } from '#db/queries/options.ts'
import { findNotification, listNotifications, unreadCount } from '#db/queries/people/notifications.ts'
import { allRoles } from '#db/queries/people/roles.ts'
import { users } from '#db/schema/tenant/index.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, t } from '#server/http/fields.ts'
import { dialogOver, fragment, nothing, redirect, saved, says, trigger, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { isOwnPath } from '#server/notifications/own-path.ts'
import { codeWords } from '#server/preferences/notification-codes.ts'
import { pageTitle } from '#server/resources.ts'
import { type NotificationFilter, NotificationItems } from '#views/layout/notifications.tsx'
import { Notifications } from '#views/people/notifications/list.tsx'
import { MessageDialog } from '#views/people/notifications/message.tsx'
import { notificationsExport } from './api-export.ts'
import { Message, NotificationList as Query } from './input.ts'
import { clearAll, markAllRead, markRead, removeNotification } from './read-notifications.ts'
import { sendMessage } from './send-message.ts'

const own = { claim: 'seat', evenexpired: true } as const
const EVERYBODY = '*'
const DRAWER = 30

const shown = (c: Context, query: NotificationFilter & { take?: number }) =>
  c.read((db) => {
    const { rows, total } = listNotifications(db, c.person.userid, {
      ...query,
      type: query.type || undefined,
    })
    const items = rows.map((row) => ({
      ...row,
      type: row.type as 'info',
      words: codeWords(row.code),
      leads: isOwnPath(row.open),
    }))
    return { items, total, unread: unreadCount(db, c.person.userid) }
  })

const drawer = (c: Context) => {
  const { items, unread } = shown(c, { take: DRAWER })
  return fragment(<NotificationItems items={items} />, {
    headers: { 'HX-Trigger': trigger({ unread: { value: unread } }) },
    whole: () => list(c),
  })
}

/** The drawer asks for its list; the page asks again for itself, since it is told what has changed. */
const changed = (c: Context, message?: string) => {
  if (c.request.headers.get('hx-target')?.includes('notificationlist')) return drawer(c)
  const unread = { value: c.read((db) => unreadCount(db, c.person.userid)) }
  const events = { unread, refresh: { table: 'notifications' } }
  return nothing(message ? says(message, events) : { 'HX-Trigger': trigger(events) })
}

const list = (c: Context, query: NotificationFilter = {}) => {
  const title = c.read((db) => pageTitle(db, 'pages.notifications'))
  const url = c.url.pathname === '/notifications/all' ? c.url.pathname + c.url.search : '/notifications/all'
  return view(
    <Notifications
      title={title}
      query={query}
      url={url}
      {...shown(c, query)}
      cansend={c.can('notifications.send')}
      canexport={c.can('records.export')}
    />,
    { title, page: 'pages.notifications' },
  )
}

const textsOf = (value: string | string[] | undefined) => [value ?? []].flat().filter(Boolean)

/** The bell's drawer, the page of all notifications, and sending one. */
export const notificationsPages: Route[] = [
  page('GET /notifications', own, drawer),
  page('GET /notifications/all', { ...own, query: Query }, (c) => list(c, c.query)),
  notificationsExport,

  page('PATCH /notifications', own, async (c) => {
    await c.write((tx) => markAllRead(tx, c.person.userid))
    return changed(c)
  }),

  page('DELETE /notifications', own, async (c) => {
    await c.write((tx) => clearAll(tx, c.person.userid))
    return changed(c)
  }),

  page(
    'PATCH /notifications/:id',
    { ...own, params: ById, query: t.Object({ unread: t.Optional(t.String()) }) },
    async (c) => {
      await c.write((tx) => markRead(tx, c.person.userid, c.params.id, c.query.unread === undefined))
      return changed(c)
    },
  ),

  page('DELETE /notifications/:id', { ...own, params: ById }, async (c) => {
    await c.write((tx) => removeNotification(tx, c.person.userid, c.params.id))
    return changed(c)
  }),

  // Following a notification is reading it.
  page('GET /notifications/:id/open', { ...own, params: ById }, async (c) => {
    const { userid } = c.person
    const row = c.read((db) => findNotification(db, userid, c.params.id))
    if (!row) throw notFound('notification')
    if (!row.readutc) await c.write((tx) => markRead(tx, userid, row.id))
    return redirect(isOwnPath(row.open) ? row.open : '/notifications/all')
  }),

  page('GET /notifications/new', { claim: 'notifications.send' }, (c) =>
    dialogOver(
      c,
      c.read((db) => (
        <MessageDialog
          groups={[
            { value: EVERYBODY, label: 'Everybody' },
            ...allRoles(db).map(({ id, name }) => ({ value: id, label: name, group: 'Who holds the role' })),
          ]}
          people={listOptions(db, users)}
        />
      )),
      () => list(c),
    ),
  ),

  page('POST /notifications', { claim: 'notifications.send', body: Message }, async (c) => {
    const { to = '', userids, ...message } = c.body
    const sent = await c.write((tx) =>
      sendMessage(tx, {
        ...message,
        // Whoever reads it should know whose words these are.
        message: `${c.person.name}: ${message.message}`,
        code: 'message',
        everybody: to === EVERYBODY,
        roleid: to === EVERYBODY ? null : to,
        userids: textsOf(userids),
      }),
    )
    const people = sent.length === 1 ? '1 person' : `${sent.length} people`
    return saved(`Sent to ${people}`, 'notifications')
  }),
]
