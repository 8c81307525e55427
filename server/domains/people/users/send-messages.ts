import type { SeatRow } from '#db/queries/platform/seats.ts'
import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import type { MailContext } from '#server/mail/account-mails.tsx'
import type { Manager } from './permit-change.ts'
import { mailMessage } from './send-mail.tsx'

/** Who has come: somebody who was only invited has not asked for mail, and may be anybody. */
export const canBeWrittenTo = ({ archived, confirmedutc }: SeatRow) => !archived && confirmedutc !== null

type Words = { subject: string; message: string }

/**
 * To each alone, so that nobody sees the others' addresses. `people` are those of `userids` that were found.
 * @throws 400
 */
export function sendMessages(
  tx: Tx,
  post: MailContext,
  by: Manager & { email: string },
  people: readonly SeatRow[],
  userids: readonly string[],
  words: Words,
) {
  if (userids.length === 0) throw invalid({ userids: 'Choose at least one person to write to.' })
  const reached = people.filter(canBeWrittenTo)
  if (reached.length < userids.length)
    throw invalid({ userids: 'One of these people is not in the account, or has only been invited.' })
  for (const person of reached) {
    mailMessage(tx, post, by, person, words)
    recordHistory(tx, 'users', person.id, [{ field: 'e-mail', oldvalue: '', newvalue: words.subject }])
  }
  return { sent: reached.length }
}
