import { listRecipients } from '#db/queries/people/recipients.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, t } from '#server/http/fields.ts'
import { hasManyEntries, MANY_ENTRIES } from '#server/http/many-entries.ts'
import { saved } from '#server/http/reply.ts'
import { action, asyncAction, page, type Route } from '#server/http/route.ts'
import { notify } from '#server/notifications/notify.ts'
import { scheduleAccountDigest } from '#server/preferences/schedule-account-digest.ts'
import { readZone } from '#server/zone.ts'
import { instant } from '#views/format.ts'
import { assignNotification } from './assign-notification.ts'
import {
  clearAll,
  markAllDone,
  markAllRead,
  markNotification,
  muteJob,
  removeNotification,
  snoozeNotification,
  undoAllDone,
} from './change-notifications.ts'
import {
  Assignment,
  EVERYBODY,
  NewNotification,
  NotificationChange,
  NotificationInput,
  Snooze,
} from './input.ts'
import { listChanged } from './pages.tsx'
import { sendMessage } from './send-message.ts'
import { snoozeUntil } from './snooze-times.ts'

const own = { claim: 'seat', evenexpired: true } as const
const mute = { claim: 'jobs.read', params: ById } as const

const mutedReply = (c: Context, muted: boolean) =>
  listChanged(c, {
    message: muted ? 'This job tells you nothing more' : 'This job tells you its news again',
  })

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

type Told = { to?: string; everybody?: boolean; roleid?: string | null }

/** The form's and the call's. */
function isToldToMany(c: Context): boolean {
  const { to, everybody = to === EVERYBODY, roleid = to } = c.body as Told
  return (
    hasManyEntries(c) ||
    c.read((db) => listRecipients(db, { everybody, roleid, userids: [] }).length > MANY_ENTRIES)
  )
}

export const notificationsActions: Route[] = [
  ...action(
    { api: 'POST /api/communication/notification', page: 'POST /notifications' },
    {
      claim: 'notifications.send',
      body: NewNotification,
      form: { body: NotificationInput, input: notificationIn },
      long: isToldToMany,
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
    {
      ...own,
      body: NotificationChange,
      form: {
        query: t.Object({ done: t.Optional(flag()) }),
        input: ({ query }) => ({ body: query.done ? { done: true } : { read: true } }),
      },
      summary: 'Marks all of my inbox as read, or with `done` as done.',
    },
    (tx, _, c) => {
      if (c.body?.read === false)
        throw invalid({ read: 'All can be marked as read at once, but not as unread.' })
      if (c.body?.done === false)
        throw invalid({ done: 'All can be done at once, but not brought back: ask for each.' })
      const done = c.body?.done ? markAllDone(tx, c.person.userid) : undefined
      const read = !done || c.body?.read ? { read: markAllRead(tx, c.person.userid) } : {}
      return { ...read, ...done }
    },
    ({ done, doneutc }, c) =>
      done
        ? listChanged(c, {
            message: done === 1 ? '1 notification is done' : `${done} notifications are done`,
            undo: `/notifications/undone?doneutc=${doneutc}`,
          })
        : listChanged(c),
  ),

  page(
    'POST /notifications/undone',
    {
      ...own,
      query: t.Object({ doneutc: t.String({ maxLength: 40 }) }),
      summary: 'Brings all that was done at once back to the inbox.',
    },
    async (c) => {
      await c.write((tx) => undoAllDone(tx, c.person.userid, c.query.doneutc))
      return listChanged(c)
    },
  ),

  ...action(
    { api: 'PATCH /api/communication/notifications/:id', page: 'PATCH /notifications/:id' },
    {
      ...own,
      params: ById,
      body: NotificationChange,
      form: {
        query: t.Object({ read: t.Optional(flag()), done: t.Optional(flag()) }),
        input: ({ query }) => ({ body: query }),
      },
      summary: 'Marks a notification as read or unread, as done, or brings it back to the inbox.',
    },
    (tx, _, c) => markNotification(tx, c.person.userid, c.params.id, c.body ?? {}),
    (_, c) => {
      const { done } = c.query as { done?: boolean }
      if (done === undefined) return listChanged(c)
      return listChanged(
        c,
        done
          ? { message: 'Done', undo: `/notifications/${c.params.id}/inbox` }
          : { message: 'Back in the inbox' },
      )
    },
  ),

  page(
    'POST /notifications/:id/inbox',
    { ...own, params: ById, summary: 'Takes back that a notification is done or snoozed.' },
    async (c) => {
      await c.write((tx) => markNotification(tx, c.person.userid, c.params.id, { done: false }))
      return listChanged(c)
    },
  ),

  ...asyncAction(
    { api: 'POST /api/communication/notifications/:id/snooze', page: 'POST /notifications/:id/snooze' },
    {
      ...own,
      params: ById,
      body: Snooze,
      summary: 'Puts a notification off until this evening, tomorrow, next week or a date.',
    },
    async (c) => {
      const zone = c.read((db) => readZone(db))
      const until = snoozeUntil(c.body.until, c.body.date, c.now().toISOString(), zone)
      await scheduleAccountDigest(c.services, c.person.accountid, until)
      return c.write((tx) => snoozeNotification(tx, c.person.userid, c.params.id, until))
    },
    ({ id, until }, c) =>
      saved(
        `Snoozed until ${instant(
          until,
          c.read((db) => readZone(db)),
        )}`,
        'notifications',
        `/notifications/${id}/inbox`,
      ),
  ),

  ...action(
    { api: 'POST /api/communication/notifications/:id/assign', page: 'POST /notifications/:id/assign' },
    {
      claim: 'seat',
      params: ById,
      body: Assignment,
      summary: 'Gives a notification to a colleague: they get it, and mine is done.',
    },
    (tx, viewer, c) => assignNotification(tx, viewer, c.person.userid, c.params.id, c.body.userid),
    ({ assigned }) => saved(`Assigned to ${assigned}`, 'notifications'),
  ),

  ...action(
    { api: 'POST /api/jobs/mute/:id', page: 'POST /notifications/jobs/:id/mute' },
    { ...mute, summary: 'Keeps what is told of a job out of my inbox.' },
    (tx, viewer, c) => muteJob(tx, viewer, c.person.userid, c.params.id, true),
    (_, c) => mutedReply(c, true),
  ),

  ...action(
    { api: 'DELETE /api/jobs/mute/:id', page: 'DELETE /notifications/jobs/:id/mute' },
    { ...mute, summary: 'Lets what is told of a job into my inbox again.' },
    (tx, viewer, c) => muteJob(tx, viewer, c.person.userid, c.params.id, false),
    (_, c) => mutedReply(c, false),
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
