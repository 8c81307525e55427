import { settleReminders } from '#db/queries/sales/reminders.ts'
import type { Tx } from '#db/tenants.ts'
import { recordHistory } from '#server/history.ts'
import type { RecordMailOutcomes } from '#server/mail/apply-decision.ts'

export const reminderMailOutcomes: RecordMailOutcomes = {
  onSent: (tx, mailid) => void settle(tx, mailid, tx.now, ''),

  onUndeliverable(tx, mailid, _mail, why) {
    for (const { invoiceid } of settle(tx, mailid, null, why))
      recordHistory(tx, 'invoices', invoiceid, [
        { field: 'reminder', oldvalue: '', newvalue: `not sent. ${why}` },
      ])
  },

  onSentAgain: (tx, mailid) => void settle(tx, mailid, null, ''),
}

function settle(tx: Tx, mailid: string, sentutc: string | null, failure: string) {
  const settled = settleReminders(tx.db, mailid, sentutc, failure)
  for (const { invoiceid } of settled) tx.publish('RecordChanged', [{ table: 'invoices', id: invoiceid }])
  return settled
}
