import { listInvoiceLinks } from '#db/queries/sales/invoice-links.ts'
import { listNeedlessReminders } from '#db/queries/sales/reminders.ts'
import { listStatementLinks } from '#db/queries/sales/statement-links.ts'
import type { Tx } from '#db/tenants.ts'
import { reminderMailOutcomes } from '#server/domains/sales/reminders/reminder-outcomes.ts'
import type { Encryption } from '#server/encryption.ts'
import { withdrawDeadLinks } from '#server/mail/dead-links.ts'
import { type Paper, withdrawMails } from '#server/mail/papers.ts'
import { invoiceMailOutcomes } from './invoice-mail.ts'

/** The original that a mail held is free again, and a reminder that waited was none. */
export function withdrawInvoiceMails(tx: Tx, paper: Paper, about: { to?: string; why: string }) {
  freeInvoiceMails(tx, withdrawMails(tx, paper, about), about.why)
}

function freeInvoiceMails(tx: Tx, mailids: readonly string[], why: string) {
  for (const mailid of mailids) {
    invoiceMailOutcomes.onUndeliverable(tx, mailid, null, why)
    reminderMailOutcomes.onUndeliverable(tx, mailid, null, why)
  }
}

/** Once a link of theirs was replaced or withdrawn. */
export function withdrawDeadInvoiceMails(tx: Tx, encryption: Encryption, id: string) {
  const papers = [{ kind: 'invoice', id } as const, { kind: 'invoicereminder', id } as const] as const
  const { ids, why } = withdrawDeadLinks(tx, encryption, papers, listInvoiceLinks(tx.db, id))
  freeInvoiceMails(tx, ids, why)
}

/** Once a link to the statement was replaced or withdrawn. */
export function withdrawDeadStatementMails(tx: Tx, encryption: Encryption, id: string) {
  const papers = [{ kind: 'statement', id } as const, { kind: 'reminder', id } as const] as const
  const { ids, why } = withdrawDeadLinks(tx, encryption, papers, listStatementLinks(tx.db, id))
  freeInvoiceMails(tx, ids, why)
}

/** Whatever settled them: nobody is reminded of what is not owed any more. */
export function withdrawNeedlessReminders(tx: Tx, invoiceids: readonly string[]) {
  for (const { invoiceid, client, number, state } of listNeedlessReminders(tx.db, invoiceids)) {
    const why = `${number} is ${state === 'credited' ? 'credited' : 'paid'}.`
    withdrawInvoiceMails(tx, { kind: 'invoicereminder', id: invoiceid }, { why })
    if (client) withdrawInvoiceMails(tx, { kind: 'reminder', id: client }, { why })
  }
}
