import {
  changeNotification,
  clearNotifications,
  deleteNotification,
  findNotification,
  finishAll,
  readAll,
  unfinishAll,
  unreadCount,
} from '#db/queries/people/notifications.ts'
import { hasMuted, setMuted } from '#db/queries/people/recipients.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { notFound } from '#server/errors.ts'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'

/** All browsers of the person hear how many are unread now, and lists that are open ask again. */
export function publishUnread(tx: Tx, userid: string) {
  const unread = unreadCount(tx.db, userid, UNREAD_COUNTED)
  tx.publish('NotificationsChanged', [{ unread, table: 'notifications' }], userid)
}

type Change = { read?: boolean; done?: boolean }

/** Without either it is read. Back in the inbox it is no longer snoozed. */
export function markNotification(tx: Tx, userid: string, id: string, { read, done }: Change) {
  const isRead = read ?? (done === undefined ? true : undefined)
  const change = {
    ...(isRead === undefined ? {} : { readutc: isRead ? tx.now : null }),
    ...(done === undefined ? {} : { doneutc: done ? tx.now : null }),
  }
  const before = findNotification(tx.db, userid, id)
  const isBack = done === false && before && before.sinceutc > tx.now
  const back = isBack || done ? { snoozed: false, ...(isBack ? { sinceutc: tx.now } : {}) } : {}
  if (!changeNotification(tx.db, userid, id, { ...change, ...back })) throw notFound('notification')
  publishUnread(tx, userid)
  return { id, readutc: before?.readutc ?? null, doneutc: before?.doneutc ?? null, ...change }
}

/** Until then it is not in the inbox; it comes back unread. */
export function snoozeNotification(tx: Tx, userid: string, id: string, until: string) {
  const change = { readutc: null, doneutc: null, sinceutc: until, snoozed: true }
  if (!changeNotification(tx.db, userid, id, change)) throw notFound('notification')
  publishUnread(tx, userid)
  return { id, until }
}

export function markAllRead(tx: Tx, userid: string): number {
  const count = readAll(tx.db, userid, tx.now)
  if (count > 0) publishUnread(tx, userid)
  return count
}

/** Empties the inbox. `doneutc` is what `undoAllDone` asks for. */
export function markAllDone(tx: Tx, userid: string): { done: number; doneutc: string } {
  const done = finishAll(tx.db, userid, tx.now)
  if (done > 0) publishUnread(tx, userid)
  return { done, doneutc: tx.now }
}

export function undoAllDone(tx: Tx, userid: string, doneutc: string): number {
  const count = unfinishAll(tx.db, userid, doneutc)
  if (count > 0) publishUnread(tx, userid)
  return count
}

export function removeNotification(tx: Tx, userid: string, id: string) {
  if (!deleteNotification(tx.db, userid, id)) throw notFound('notification')
  publishUnread(tx, userid)
}

export function clearAll(tx: Tx, userid: string): number {
  const count = clearNotifications(tx.db, userid)
  if (count > 0) publishUnread(tx, userid)
  return count
}

/** What a muted job has to tell goes to what is done at once. */
export function muteJob(tx: Tx, viewer: Viewer, userid: string, jobid: string, mute: boolean) {
  visibleJob(tx.db, viewer, jobid)
  if (hasMuted(tx.db, userid, jobid) !== mute) setMuted(tx.db, userid, jobid, mute)
  return { id: jobid, muted: mute }
}
