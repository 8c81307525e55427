import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { resolveDocumentTexts } from '#server/documents/texts.ts'
import { formatRand, shortDate } from '#views/format.ts'

/** Cents; `late` is in days. */
export type Overdue = {
  id: string
  number: string
  date: string
  duedate: string | null
  open: number
  late: number
}

/** Where the account has no words of its own. */
export const DEFAULT_TEXT =
  'Please pay it with the number of the invoice as reference, or tell us if something stands in the way. If you have paid it meanwhile, thank you: please disregard this mail.'

// More would not fit in a mail whose words a person still changes; the statement has them all.
const MOST_NAMED = 20

const days = (late: number) => (late === 1 ? '1 day' : `${late} days`)

function describe({ number, date, duedate, open, late }: Overdue): string {
  const due = duedate ? `due ${shortDate(duedate)}, ` : ''
  return `${number} of ${shortDate(date)}: ${formatRand(open)}, ${due}${days(late)} overdue`
}

/** What is overdue and for how long, then the words of the settings. */
export const reminderText = (db: TenantDb, contact: string | undefined, overdue: readonly Overdue[]) =>
  compose(contact, overdue, resolveDocumentTexts(db, 'reminder').intro)

function compose(contact: string | undefined, overdue: readonly Overdue[], text: string): string {
  const [only] = overdue
  const sum = overdue.reduce((cents, { open }) => cents + open, 0)
  const named = overdue.slice(0, MOST_NAMED).map(describe)
  const rest = overdue.length - named.length
  const facts =
    only && overdue.length === 1
      ? `This is a reminder of invoice ${describe(only)}.`
      : [
          `This is a reminder that ${formatRand(sum)} is overdue on your account:`,
          ...named,
          ...(rest > 0 ? [`and ${rest} more, which the statement lists`] : []),
        ].join('\n')
  return [`Good day${contact ? ` ${contact}` : ''},`, facts, text || DEFAULT_TEXT].join('\n\n')
}

/** As the settings show it. */
export function sampleReminder(today: string, text: string): string {
  const invoice = { id: '', number: 'INV-0042', open: 460_000, late: 13 }
  return compose(
    'A. Client',
    [{ ...invoice, date: daysAfter(today, -43), duedate: daysAfter(today, -13) }],
    text,
  )
}
