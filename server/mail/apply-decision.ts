import { type DueMail, markSent, markUndeliverable, postpone } from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import { type Config, showsMails } from '#server/config.ts'
import { logFailure, logLine } from '#server/log.ts'
import { headerText } from './address.ts'
import type { DeliveryDecision } from './delivery-decision.ts'
import type { Mail } from './queue.ts'

/** What an account's records make of a mail; it is null where it cannot be read. */
export type MailOutcomes = {
  onSent: (tx: Tx, id: string, mail: Mail) => void
  onUndeliverable: (tx: Tx, id: string, mail: Mail | null, why: string) => void
}

/** What one kind of record makes of its mail. */
export type RecordMailOutcomes = MailOutcomes & {
  /** It was given up, and goes out after all. @throws 409 where it is not to: what it carries went out, or waits in a newer one */
  onSentAgain: (tx: Tx, id: string, mail: Mail) => void
}
type Outcomes = { outcomes: MailOutcomes }

export function recordSent({ outcomes }: Outcomes, tx: PlatformTx | Tx, id: string, mail: Mail) {
  markSent(tx.db, id, tx.now)
  if ('accountid' in tx) outcomes.onSent(tx, id, mail)
}

/**
 * Without a mail server the demo and a developer's start print the mail, so that its link can be followed.
 * @param asked whether its server was asked, which counts as an attempt.
 */
export function applyDecision(
  { services, outcomes }: Outcomes & { services: { config: Config } },
  tx: PlatformTx | Tx,
  { row, mail, decision }: { row: DueMail; mail: Mail | null; decision: DeliveryDecision },
  asked = false,
) {
  if (mail && !asked && showsMails(services.config)) {
    print(mail)
    return recordSent({ outcomes }, tx, row.id, mail)
  }
  if (decision.what === 'wait') return postpone(tx.db, row.id, decision.until, decision.why, asked)
  if (decision.what !== 'giveup') return
  markUndeliverable(tx.db, row.id, decision.why)
  logFailure(`mail ${row.id} was given up`, decision.why)
  if ('accountid' in tx) outcomes.onUndeliverable(tx, row.id, mail, decision.why)
}

function print({ to, subject, text }: Mail) {
  const links = text.match(/https?:\/\/\S+/g) ?? []
  logLine('info', [`Mail to ${to}: ${headerText(subject)}`, ...links.map((link) => `  ${link}`)].join('\n'))
}
