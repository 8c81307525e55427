import { randomUUIDv7 } from 'bun'
import { userById } from '#db/queries/users.ts'
import { notifications } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'

export type Level = 'info' | 'success' | 'warning' | 'error'
type NewNotification = { userid: string; type: Level; message: string; code?: string; open?: string }

/** Writes a notification and tells all browsers of that person once it is saved. @throws when there is no such person. */
export function notify(tx: Tx, { userid, type, message, code = '', open = '' }: NewNotification) {
  const user = userById(tx.db, userid)
  if (!user || user.archived) throw invalid({ userid: 'There is no such person in this account.' })
  const row = { id: randomUUIDv7(), userid, type, message, code, open, dateutc: tx.now, readutc: null }
  tx.db.insert(notifications).values(row).run()
  tx.publish('ReceiveNotification', [row], userid)
  return row
}
