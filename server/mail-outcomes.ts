import type { Tx } from '#db/tenants.ts'
import { invoiceMailOutcomes } from './domains/sales/invoices/invoice-mail.ts'
import { reminderMailOutcomes } from './domains/sales/reminders/reminder-outcomes.ts'
import { estimateMailOutcomes } from './domains/work/jobs/estimate-mail.ts'
import { notFound } from './errors.ts'
import { recordHistory } from './history.ts'
import type { MailOutcomes, RecordMailOutcomes } from './mail/apply-decision.ts'
import type { Mail } from './mail/queue.ts'
import { dropWaitingMail, type MailBox, renewWaitingMail } from './mail/waiting-mails.ts'
import { notifyUndeliverable } from './notifications/mail-undeliverable.ts'

const ofRecords: RecordMailOutcomes[] = [estimateMailOutcomes, invoiceMailOutcomes, reminderMailOutcomes]

const release: MailOutcomes['onUndeliverable'] = (tx, id, mail, why) => {
  for (const { onUndeliverable } of ofRecords) onUndeliverable(tx, id, mail, why)
  if (mail) recordMail(tx, mail, `not sent to ${mail.to}. ${why}`)
}

function recordMail(tx: Tx, { record }: Mail, newvalue: string) {
  if (!record) return
  const { entity, id } = record
  recordHistory(tx, entity, id, [{ field: 'e-mailed', oldvalue: '', newvalue }])
  tx.publish('RecordChanged', [{ table: entity, id }])
}

/** `may`: whether this person may. True for one that was withdrawn before. @throws 404, 409 while a server may have it */
export function takeBackMail(tx: Tx, box: MailBox, id: string, may: (mail: Mail) => boolean = () => true) {
  const { mail, withdrawn } = dropWaitingMail(tx, box, id)
  if (!may(mail)) throw notFound('mail')
  // Its history says already what became of it.
  if (!withdrawn) release(tx, id, mail, 'It was taken back.')
  return withdrawn
}

/** It waits, or is tried, for as long again. @throws as `takeBackMail`, and as `onSentAgain` */
export function sendMailAgain(tx: Tx, box: MailBox, id: string) {
  const { mail, givenup } = renewWaitingMail(tx, box, id)
  if (!givenup) return
  for (const { onSentAgain } of ofRecords) onSentAgain(tx, id, mail)
  recordMail(tx, mail, `to ${mail.to}, tried again`)
}

export const mailOutcomes: MailOutcomes = {
  onSent(tx, id, mail) {
    for (const { onSent } of ofRecords) onSent(tx, id, mail)
  },
  onUndeliverable(tx, id, mail, why) {
    notifyUndeliverable(tx, id, mail, why)
    release(tx, id, mail, why)
  },
}
