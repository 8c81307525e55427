import { listNeedlessReminders } from '#db/queries/sales/reminders.ts'
import type { Tx } from '#db/tenants.ts'
import { reminderMailOutcomes } from '#server/domains/sales/reminders/reminder-outcomes.ts'
import { type Paper, withdrawMails } from '#server/mail/papers.ts'
import { invoiceMailOutcomes } from './invoice-mail.ts'

/** The original that a mail held is free again, and a reminder that waited was none. */
export function withdrawInvoiceMails(tx: Tx, paper: Paper, about: { to?: string; why: string }) {
  for (const mailid of withdrawMails(tx, paper, about)) {
    invoiceMailOutcomes.onUndeliverable(tx, mailid, null, about.why)
    reminderMailOutcomes.onUndeliverable(tx, mailid, null, about.why)
  }
}

/** Whatever settled them: nobody is reminded of what is not owed any more. */
export function withdrawNeedlessReminders(tx: Tx, invoiceids: readonly string[]) {
  for (const { invoiceid, client, number, state } of listNeedlessReminders(tx.db, invoiceids)) {
    const why = `${number} is ${state === 'credited' ? 'credited' : 'paid'}.`
    withdrawInvoiceMails(tx, { kind: 'invoicereminder', id: invoiceid }, { why })
    if (client) withdrawInvoiceMails(tx, { kind: 'reminder', id: client }, { why })
  }
}
