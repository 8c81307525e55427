import { countReminders } from '#db/queries/sales/reminders.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import type { ReminderKind } from '#server/documents/document-kinds.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { formatRand, shortDate } from '#views/format.ts'

/** Cents; `late` is in days. */
export type Overdue = {
  id: string
  number: string
  date: string
  duedate: string | null
  total: number
  open: number
  late: number
}

const HELP =
  'Please pay with the number of the invoice as reference, or tell us if something stands in the way. If you have paid meanwhile, thank you: please disregard this mail.'

type Reminder = { is: string; subject: string; words: string }

const reminders: Record<ReminderKind, Reminder> = {
  reminder: { is: 'This is a reminder', subject: 'Payment reminder', words: HELP },
  secondreminder: {
    is: 'This is the second reminder',
    subject: 'Second payment reminder',
    words: `We have reminded you before and have received no payment yet. ${HELP}`,
  },
  finalreminder: {
    is: 'This is the final reminder',
    subject: 'Final payment reminder',
    words:
      'We have reminded you more than once and have received no payment. Please pay within seven days, or ring us today to agree on how you will pay. If you have paid meanwhile, thank you: please disregard this mail.',
  },
}

/** Where the account has no words of its own. */
export const defaultReminder = (kind: ReminderKind) => reminders[kind].words

/** By how often the client was reminded of any of these invoices; a mail that was given up counts for none. */
function chooseReminder(db: TenantDb, invoiceids: readonly string[]): ReminderKind {
  const times = countReminders(db, invoiceids)
  return times === 0 ? 'reminder' : times === 1 ? 'secondreminder' : 'finalreminder'
}

// More would not fit in a mail whose words a person still changes; the statement has them all.
const MOST_NAMED = 20

const days = (late: number) => (late === 1 ? '1 day' : `${late} days`)

function describe({ number, date, duedate, total, open, late }: Overdue): string {
  const due = duedate ? `due ${shortDate(duedate)}, ` : ''
  const sum = open < total ? `${formatRand(open)} of ${formatRand(total)}` : formatRand(open)
  return `${number} of ${shortDate(date)}: ${sum}, ${due}${days(late)} overdue`
}

/** What is overdue and for how long, then the words of the settings for a first, second or final reminder. */
export function writeReminder(db: TenantDb, contact: string | undefined, overdue: readonly Overdue[]) {
  const kind = chooseReminder(
    db,
    overdue.map(({ id }) => id),
  )
  const message = compose(contact, overdue, resolveDocumentTexts(db, kind).intro, kind)
  return { subject: reminders[kind].subject, message }
}

function compose(
  contact: string | undefined,
  overdue: readonly Overdue[],
  text: string,
  kind: ReminderKind,
): string {
  const { is, words } = reminders[kind]
  const [only] = overdue
  const sum = overdue.reduce((cents, { open }) => cents + open, 0)
  const named = overdue.slice(0, MOST_NAMED).map(describe)
  const rest = overdue.length - named.length
  const facts =
    only && overdue.length === 1
      ? `${is} of invoice ${describe(only)}.`
      : [
          `${is} that ${formatRand(sum)} is overdue on your account:`,
          ...named,
          ...(rest > 0 ? [`and ${rest} more, which the statement lists`] : []),
        ].join('\n')
  return [`Good day${contact ? ` ${contact}` : ''},`, facts, text || words].join('\n\n')
}

/** As the settings show it. */
export function sampleReminder(today: string, text: string, kind: ReminderKind): string {
  const invoice = { id: '', number: 'INV-0042', total: 460_000, open: 460_000, late: 13 }
  return compose(
    'A. Client',
    [{ ...invoice, date: daysAfter(today, -43), duedate: daysAfter(today, -13) }],
    text,
    kind,
  )
}
