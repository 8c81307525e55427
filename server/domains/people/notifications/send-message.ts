import { listRecipients } from '#db/queries/people/recipients.ts'
import { roles } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { type NotificationValues, notify } from '#server/notifications/notify.ts'
import { getRecord } from '#server/records.ts'

type Message = Omit<NotificationValues, 'userid'> & {
  everybody?: boolean
  roleid?: string | null
  userids?: readonly string[]
}

/** Each of them once. @throws 400 for nobody, or for somebody who is not of this account */
export function sendMessage(tx: Tx, { everybody, roleid, userids = [], ...message }: Message) {
  if (roleid) getRecord(tx.db, roles, roleid, 'roleid')
  const to = listRecipients(tx.db, { everybody, roleid, userids })
  if (userids.some((id) => !to.includes(id)))
    throw invalid({ userids: 'There is no such person in this account.' })
  if (to.length === 0) throw invalid({ userids: roleid ? 'Nobody holds this role.' : 'Choose who is told.' })
  return to.map((userid) => notify(tx, { ...message, userid }))
}
