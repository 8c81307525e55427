import { randomUUIDv7 } from 'bun'
import { hasMuted } from '#db/queries/people/recipients.ts'
import { userById } from '#db/queries/people/users.ts'
import { notifications } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows } from '#db/write-rows.ts'
import { invalid } from '#server/errors.ts'
import { queueNotice } from '#server/mail/queue.ts'
import { mailableCode } from '#server/preferences/notification-codes.ts'
import { readPreferences } from '#server/preferences/read-preferences.ts'
import { jobOfPath } from './job-of-path.ts'
import { isOwnPath } from './own-path.ts'

export type NotificationLevel = 'info' | 'success' | 'warning' | 'error'
export type NotificationValues = {
  userid: string
  type: NotificationLevel
  message: string
  code?: string
  open?: string
  /** Somebody gave it to them: then it comes although they muted its job. */
  assigned?: { by: string; originid: string }
}

/**
 * Also by mail when the person chose that for its code. `open` is the page that it leads to. What is about a job that
 * they muted is done at once, and is not mailed.
 * @throws 400 when there is no such person, or `open` leads elsewhere
 */
export function notify(
  tx: Tx,
  { userid, type, message, code = '', open = '', assigned }: NotificationValues,
) {
  const user = userById(tx.db, userid)
  if (!user || user.archived) throw invalid({ userid: 'There is no such person in this account.' })
  if (open && !isOwnPath(open))
    throw invalid({ open: 'This must be an address of this program, such as /invoices.' })
  const row = { id: randomUUIDv7(), userid, type, message, code, open, dateutc: tx.now, readutc: null }
  const jobid = jobOfPath(tx.db, open)
  const muted = jobid !== null && !assigned && hasMuted(tx.db, userid, jobid)
  const mailed = !muted && readPreferences(tx.db, userid)['notifications.mail'].includes(mailableCode(code))
  const stored = {
    ...{ ...row, jobid, sinceutc: tx.now },
    ...{ doneutc: muted ? tx.now : null, mailqueuedutc: mailed ? tx.now : null },
    ...{ originid: assigned?.originid ?? '', assignedby: assigned?.by ?? '' },
  }
  insertRows(tx.db, notifications, [stored])
  if (muted) return row
  tx.publish('ReceiveNotification', [row], userid)
  const words = assigned ? `${assigned.by} assigned this to you: ${message}` : message
  if (mailed) queueNotice(tx, { to: user.email, type, message: words, open })
  return row
}
