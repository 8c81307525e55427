import { originalMailOutcomes } from './domains/sales/invoices/original.ts'
import { reminderMailOutcomes } from './domains/sales/reminders/reminder-outcomes.ts'
import { estimateMailOutcomes } from './domains/work/jobs/estimate-mail.ts'
import type { MailOutcomes } from './mail/apply-decision.ts'
import { notifyUndeliverable } from './notifications/mail-undeliverable.ts'

export const mailOutcomes: MailOutcomes = {
  onSent(tx, id, mail) {
    estimateMailOutcomes.onSent(tx, id, mail)
    originalMailOutcomes.onSent(tx, id, mail)
    reminderMailOutcomes.onSent(tx, id, mail)
  },
  onUndeliverable(tx, id, mail, why) {
    notifyUndeliverable(tx, id, mail, why)
    estimateMailOutcomes.onUndeliverable(tx, id, mail, why)
    originalMailOutcomes.onUndeliverable(tx, id, mail, why)
    reminderMailOutcomes.onUndeliverable(tx, id, mail, why)
  },
}
