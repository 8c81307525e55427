import {
  clearNotifications,
  deleteNotification,
  readAll,
  setRead,
  unreadCount,
} from '#db/queries/people/notifications.ts'
import type { Tx } from '#db/tenants.ts'
import { notFound } from '#server/errors.ts'
import { UNREAD_COUNTED } from '#views/ui/unread.ts'

/** All browsers of the person hear how many are unread now, and lists that are open ask again. */
function publishUnread(tx: Tx, userid: string) {
  const unread = unreadCount(tx.db, userid, UNREAD_COUNTED)
  tx.publish('NotificationsChanged', [{ unread, table: 'notifications' }], userid)
  return unread
}

export function markRead(tx: Tx, userid: string, id: string, read = true) {
  const readutc = read ? tx.now : null
  if (!setRead(tx.db, userid, id, readutc)) throw notFound('notification')
  publishUnread(tx, userid)
  return { id, readutc }
}

export function markAllRead(tx: Tx, userid: string): number {
  const count = readAll(tx.db, userid, tx.now)
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
