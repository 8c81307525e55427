import { randomUUIDv7 } from 'bun'
import { userById } from '#db/queries/people/users.ts'
import { notifications } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { queueNotice } from '#server/mail/queue.ts'
import { mailableCode } from '#server/preferences/notification-codes.ts'
import { readPreferences } from '#server/preferences/read-preferences.ts'
import { isOwnPath } from './own-path.ts'

export type NotificationLevel = 'info' | 'success' | 'warning' | 'error'
export type NotificationValues = {
  userid: string
  type: NotificationLevel
  message: string
  code?: string
  open?: string
}

/**
 * Also by mail when the person chose that for its code. `open` is the page that it leads to.
 * @throws 400 when there is no such person, or `open` leads elsewhere
 */
export function notify(tx: Tx, { userid, type, message, code = '', open = '' }: NotificationValues) {
  const user = userById(tx.db, userid)
  if (!user || user.archived) throw invalid({ userid: 'There is no such person in this account.' })
  if (open && !isOwnPath(open))
    throw invalid({ open: 'This must be an address of this program, such as /invoices.' })
  const row = { id: randomUUIDv7(), userid, type, message, code, open, dateutc: tx.now, readutc: null }
  tx.db.insert(notifications).values(row).run()
  tx.publish('ReceiveNotification', [row], userid)
  if (readPreferences(tx.db, userid)['notifications.mail'].includes(mailableCode(code)))
    queueNotice(tx, { to: user.email, type, message, open })
  return row
}
