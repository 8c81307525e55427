import { randomUUIDv7 } from 'bun'
import { listReminders } from '#db/queries/sales/reminders.ts'
import { payment_reminders } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { insertRows } from '#db/write-rows.ts'
import { recordHistory } from '#server/history.ts'
import { roomFor } from '#server/record-limits.ts'
import { readToday } from '#server/zone.ts'

type Sent = { invoiceids: readonly string[]; client: string | null; mailid: string; recipient: string }

/** What a mail asked for once more; whether it went out is added when its server took it. */
export function recordReminder(tx: Tx, { invoiceids, client, mailid, recipient }: Sent) {
  const date = readToday(tx.db)
  for (const invoiceid of invoiceids) {
    roomFor('payment_reminders', listReminders(tx.db, invoiceid).length, 'to')
    const about = { id: randomUUIDv7(), invoiceid, client, mailid, recipient, date }
    insertRows(tx.db, payment_reminders, [{ ...about, userid: tx.by.userid, createdutc: tx.now }])
    recordHistory(tx, 'invoices', invoiceid, [
      { field: 'reminder', oldvalue: '', newvalue: `by e-mail to ${recipient}` },
    ])
    tx.publish('RecordChanged', [{ table: 'invoices', id: invoiceid }])
  }
}
