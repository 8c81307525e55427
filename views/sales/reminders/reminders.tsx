import { shortDate } from '#views/format.ts'
import type { InvoiceReminder } from '#views/sales/invoices/types.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'

export type Reminder = Pick<InvoiceReminder, 'date' | 'recipient' | 'sentutc' | 'failure'>

/** A mail is no reminder before a server took it. */
export function ReminderText({ reminder: { date, sentutc, failure } }: { reminder: Reminder }) {
  const day = shortDate(date)
  if (sentutc) return <>Reminded {day}</>
  if (failure) return <span title={failure}>Reminder of {day} was not sent</span>
  return <>Reminder of {day} waits to be sent</>
}

export const ReminderList = ({ reminders }: { reminders: readonly InvoiceReminder[] }) => (
  <ul className="plainlist">
    {reminders.map((reminder) => (
      <li key={`${reminder.date} ${reminder.recipient} ${reminder.sentutc}`}>
        <ReminderText reminder={reminder} />, to {reminder.recipient}
        {reminder.by && ` by ${reminder.by}`}
        {reminder.failure && `. ${reminder.failure}`}
      </li>
    ))}
  </ul>
)

type RemindButtonProps = { client: string; invoice?: never } | { invoice: string; client?: never }

/** Leads to the mail that asks for what is overdue once more. */
export const RemindButton = ({ client, invoice, look }: RemindButtonProps & { look?: 'quiet' }) => (
  <LinkButton
    icon="mail"
    look={look}
    {...dialogLink(client ? `/mail/reminder/${client}` : `/mail/invoicereminder/${invoice}`)}
  >
    Remind
  </LinkButton>
)
