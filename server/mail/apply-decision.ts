import { type DueMail, markSent, markUndeliverable, postpone } from '#db/queries/outbox.ts'
import type { Tx } from '#db/tenants.ts'
import type { PlatformTx } from '#db/types.ts'
import type { Config } from '#server/config.ts'
import { headerText } from './address.ts'
import type { DeliveryDecision } from './delivery-decision.ts'
import type { Mail } from './queue.ts'

export type OnUndeliverable = (tx: Tx, mail: Mail, why: string) => void

/**
 * Without a mail server the demo and a developer's start print the mail, so that its link can be followed.
 * @param asked whether its server was asked, which counts as an attempt.
 */
export function applyDecision(
  { services, onUndeliverable }: { services: { config: Config }; onUndeliverable: OnUndeliverable },
  tx: PlatformTx | Tx,
  { row, mail, decision }: { row: DueMail; mail: Mail | null; decision: DeliveryDecision },
  asked = false,
) {
  const { demo, development, smtp } = services.config
  if (mail && !smtp && !asked && (demo || development)) {
    print(mail)
    return markSent(tx.db, row.id, tx.now)
  }
  if (decision.what === 'wait') return postpone(tx.db, row.id, decision.until, decision.why, asked)
  if (decision.what !== 'giveup') return
  markUndeliverable(tx.db, row.id, decision.why)
  console.error(`mail ${row.id} was given up: ${decision.why}`)
  if (mail && 'accountid' in tx) onUndeliverable(tx, mail, decision.why)
}

function print({ to, subject, text }: Mail) {
  const links = text.match(/https?:\/\/\S+/g) ?? []
  console.log([`Mail to ${to}: ${headerText(subject)}`, ...links.map((link) => `  ${link}`)].join('\n'))
}
