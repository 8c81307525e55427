import { listOptions } from '#db/queries/options.ts'
import { findNotification, listNotifications, unreadCount } from '#db/queries/people/notifications.ts'
import { listAssignments, listMuted } from '#db/queries/people/recipients.ts'
import { allRoles } from '#db/queries/people/roles.ts'
import { users } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
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
import { readZone, zonedTime } from '#server/zone.ts'
import { type NotificationFilter, NotificationItems } from '#views/layout/notifications.tsx'
import { Notifications } from '#views/people/notifications/list.tsx'
import { MessageDialog } from '#views/people/notifications/message.tsx'
import { AssignDialog, SnoozeDialog } from '#views/people/notifications/snooze.tsx'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'
import { notificationsExport } from './api-export.ts'
import { listAssignable, mayAssign } from './assign-notification.ts'
import { markNotification } from './change-notifications.ts'
import { EVERYBODY, NotificationList } from './input.ts'
import { snoozeTimes } from './snooze-times.ts'

const own = { claim: 'seat', evenexpired: true } as const
const DRAWER = 30
/** So many take some ten milliseconds to read and write out. */
const MANY = 100

const findShown = (c: Context, query: NotificationFilter & { take?: number }) =>
  c.read((db, viewer) => {
    const { rows, ...counted } = listNotifications(db, c.person.userid, {
      ...query,
      type: query.type || undefined,
    })
    const now = c.now().toISOString()
    const muted = listMuted(
      db,
      c.person.userid,
      rows.flatMap(({ jobid }) => jobid ?? []),
    )
    const trails = listAssignments(
      db,
      rows.map(({ id, originid }) => originid || id),
    )
    const items = rows.map((row) => ({
      ...row,
      type: row.type as 'info',
      words: codeLabel(row.code),
      leads: isOwnPath(row.open),
      until: row.sinceutc > now && !row.doneutc ? row.sinceutc : undefined,
      muted: row.jobid !== null && muted.has(row.jobid),
      trail: trails.get(row.originid || row.id),
      canassign: mayAssign(viewer),
    }))
    return {
      items,
      ...counted,
      unread: unreadCount(db, c.person.userid, UNREAD_COUNTED),
      zone: readZone(db),
    }
  })

const drawer = (c: Context, snackbar?: object) => {
  const { items, unread, zone } = findShown(c, { take: DRAWER })
  return fragment(<NotificationItems items={items} zone={zone} />, {
    headers: { 'HX-Trigger': trigger({ unread: { value: unread }, ...(snackbar && { snackbar }) }) },
    whole: () => listPage(c),
  })
}

type Said = { message: string; undo?: string }

/** The drawer asks for its list; the page asks again for itself, since it is told what has changed. */
export const listChanged = (c: Context, said?: Said) => {
  if (c.request.headers.get('hx-target')?.includes('notificationlist'))
    return drawer(
      c,
      said && { level: 'success', message: said.message, ...(said.undo && { undo: { url: said.undo } }) },
    )
  const unread = { value: c.read((db) => unreadCount(db, c.person.userid, UNREAD_COUNTED)) }
  const events = { unread, refresh: { table: 'notifications' } }
  return noSwapReply(
    said ? snackbarHeaders(said.message, { ...events, undo: said.undo }) : { 'HX-Trigger': trigger(events) },
  )
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

function ownNotification(c: Context<{ id: string }>, db: TenantDb) {
  const row = findNotification(db, c.person.userid, c.params.id)
  if (!row) throw notFound('notification')
  return row
}

export const notificationsPages: Route[] = [
  page('GET /notifications', { ...own, summary: 'One’s latest notifications, in the drawer.' }, (c) =>
    drawer(c),
  ),
  page(
    'GET /notifications/all',
    {
      ...own,
      query: NotificationList,
      long: ({ query }) => ((query as { take?: number }).take ?? 0) > MANY,
      summary: 'All of one’s notifications.',
    },
    (c) => listPage(c, c.query),
  ),
  notificationsExport,

  // Following a notification is reading it.
  page(
    'GET /notifications/:id/open',
    { ...own, params: ById, summary: 'Marks a notification as read, and leads to what it is about.' },
    async (c) => {
      const { userid } = c.person
      const row = c.read((db) => ownNotification(c, db))
      if (!row.readutc) await c.write((tx) => markNotification(tx, userid, row.id, { read: true }))
      return redirect(isOwnPath(row.open) ? row.open : '/notifications/all')
    },
  ),

  page(
    'GET /notifications/:id/snooze',
    { ...own, params: ById, summary: 'The dialog that puts a notification off.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => {
          const { id, message } = ownNotification(c, db)
          const zone = readZone(db)
          const times = snoozeTimes(c.now().toISOString(), zone).map(({ value, label, at }) => {
            const clock = zonedTime(at, zone)
            return {
              ...{ value, label, day: clock.toPlainDate().toString() },
              time: clock.toPlainTime().toString({ smallestUnit: 'minute' }),
            }
          })
          return <SnoozeDialog id={id} message={message} times={times} />
        }),
        () => listPage(c),
      ),
  ),

  page(
    'GET /notifications/:id/assign',
    { claim: 'seat', params: ById, summary: 'The dialog that gives a notification to a colleague.' },
    (c) =>
      dialogReply(
        c,
        c.read((db, viewer) => {
          const { id, message, jobid } = ownNotification(c, db)
          const people = mayAssign(viewer) ? listAssignable(db, c.person.userid, jobid) : []
          return <AssignDialog id={id} message={message} people={people} />
        }),
        () => listPage(c),
      ),
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
