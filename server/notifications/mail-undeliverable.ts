import { userById } from '#db/queries/people/users.ts'
import type { Tx } from '#db/tenants.ts'
import { headerText } from '#server/mail/address.ts'
import type { Mail } from '#server/mail/queue.ts'
import { notify } from './notify.ts'

/** Only while they still belong to the account. */
export function notifyUndeliverable(tx: Tx, { by, to, subject }: Mail, why: string) {
  const sender = by ? userById(tx.db, by) : undefined
  if (!sender || sender.archived) return
  const message = `The mail “${headerText(subject)}” to ${to} could not be delivered. ${why}`
  notify(tx, { userid: sender.id, type: 'warning', code: 'mail', message: message.slice(0, 1_000) })
}
