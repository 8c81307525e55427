import { userById } from '#db/queries/people/users.ts'
import { headerText } from '#server/mail/address.ts'
import type { MailOutcomes } from '#server/mail/apply-decision.ts'
import { notify } from './notify.ts'

/** Only while they still belong to the account. */
export const notifyUndeliverable: MailOutcomes['onUndeliverable'] = (tx, _id, mail, why) => {
  if (!mail) return
  const { by, to, subject, open } = mail
  const sender = by ? userById(tx.db, by) : undefined
  if (!sender || sender.archived) return
  const message = `The mail “${headerText(subject)}” to ${to} could not be delivered. ${why}`
  notify(tx, { userid: sender.id, type: 'warning', code: 'mail', message: message.slice(0, 1_000), open })
}
