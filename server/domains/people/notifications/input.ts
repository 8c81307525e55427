import { choice, choiceOrAll, date, flag, integer, object, reference, t, text } from '#server/http/fields.ts'
import { snoozeChoices } from './snooze-times.ts'

const levels = ['info', 'success', 'warning', 'error'] as const
const userid = () => t.String({ maxLength: 40 })
const message = {
  type: choice(...levels),
  message: text(500, { required: true, multiline: true }),
  open: t.Optional(text(500)),
}

/** To one person as the specification has it, to several, to whoever holds a role, or to everybody. */
export const NewNotification = object({
  userid: t.Optional(userid()),
  userids: t.Optional(t.Array(userid(), { maxItems: 500 })),
  roleid: t.Optional(reference()),
  everybody: t.Optional(flag()),
  code: t.Optional(text(40)),
  ...message,
})

/** In place of a role in the form. */
export const EVERYBODY = '*'

export const NotificationInput = object({
  to: t.Optional(text(40)),
  userids: t.Optional(t.Union([userid(), t.Array(userid(), { maxItems: 500 })])),
  ...message,
})

const shelves = ['inbox', 'snoozed', 'done', 'all'] as const

export const NotificationList = object({
  show: t.Optional(choice(...shelves)),
  skip: t.Optional(integer(0, 10_000_000)),
  take: t.Optional(integer(1, 500)),
  unread: t.Optional(flag()),
  type: t.Optional(choiceOrAll(...levels)),
})

/** The call also takes what every dated list takes (decision A3): words, and days in the account's zone. */
export const NotificationSearch = object({
  ...NotificationList.properties,
  search: t.Optional(text(200)),
  start: t.Optional(date()),
  end: t.Optional(date()),
})

export const PreferencesForm = object({
  mail: t.Optional(t.Union([t.String({ maxLength: 40 }), t.Array(t.String({ maxLength: 40 }))])),
  digest: t.Optional(flag()),
  digesthour: t.Optional(integer(0, 23)),
})

export const NotificationChange = t.Optional(object({ read: t.Optional(flag()), done: t.Optional(flag()) }))

export const Snooze = object({ until: choice(...snoozeChoices), date: t.Optional(date()) })

export const Assignment = object({ userid: t.String({ minLength: 1, maxLength: 40 }) })
