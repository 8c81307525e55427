import { estimateMailOutcomes } from './domains/work/jobs/estimate-mail.ts'
import type { MailOutcomes } from './mail/apply-decision.ts'
import { notifyUndeliverable } from './notifications/mail-undeliverable.ts'

export const mailOutcomes: MailOutcomes = {
  onSent: estimateMailOutcomes.onSent,
  onUndeliverable(tx, id, mail, why) {
    notifyUndeliverable(tx, id, mail, why)
    estimateMailOutcomes.onUndeliverable(tx, id, mail, why)
  },
}
