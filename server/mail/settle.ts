import { giveUp, markSent, postpone, type Waiting } from '#db/queries/outbox.ts'
import { userById } from '#db/queries/people/users.ts'
import type { Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import type { Config } from '#server/config.ts'
import { notify } from '#server/notifications/notify.ts'
import { headerWords } from './address.ts'
import type { Mail } from './queue.ts'
import type { Verdict } from './verdict.ts'

/**
 * Writes down what becomes of a mail that did not go out. Where nobody has set a mail server, the demo and a
 * developer's own start show it in the terminal instead, so that a newcomer can follow its link.
 * @param asked whether its server was asked, which counts as an attempt.
 */
export function settle(
  { demo, development, smtp }: Config,
  tx: PlatformTx | Tx,
  row: Waiting,
  mail: Mail | null,
  verdict: Verdict,
  asked = false,
) {
  if (mail && !smtp && !asked && (demo || development)) {
    print(mail)
    return markSent(tx.db, row.id, tx.now)
  }
  if (verdict.what === 'wait') return postpone(tx.db, row.id, verdict.until, verdict.why, asked)
  if (verdict.what !== 'giveup') return
  giveUp(tx.db, row.id, verdict.why)
  console.error(`mail ${row.id} was given up: ${verdict.why}`)
  if (mail && 'accountid' in tx) tell(tx, mail, verdict.why)
}

/** Whoever had it sent hears of it, if they still belong to the account. */
function tell(tx: Tx, { by, to, subject }: Mail, why: string) {
  const sender = by ? userById(tx.db, by) : undefined
  if (!sender || sender.archived) return
  const message = `The mail “${headerWords(subject)}” to ${to} could not be delivered. ${why}`
  notify(tx, { userid: sender.id, type: 'warning', code: 'mail', message: message.slice(0, 1_000) })
}

function print({ to, subject, text }: Mail) {
  const links = text.match(/https?:\/\/\S+/g) ?? []
  console.log([`Mail to ${to}: ${headerWords(subject)}`, ...links.map((link) => `  ${link}`)].join('\n'))
}
