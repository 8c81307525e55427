import type { RepeatInvoiceKind } from '#db/schema/tenant/index.ts'

type Words = { label: string; short: string; does: string }

/** What a repeat does: as a choice, in a list, and after its name. */
export const repeatInvoiceWords: Record<RepeatInvoiceKind | 'none', Words> = {
  none: { label: 'Make the job only', short: '', does: 'makes the job only' },
  draft: {
    label: 'Make the job and a draft invoice',
    short: 'drafts its invoice',
    does: 'makes the job and a draft invoice',
  },
  issue: {
    label: 'Make the job and issue its invoice',
    short: 'issues its invoice',
    does: 'makes the job and issues its invoice',
  },
  send: {
    label: 'Make the job, issue its invoice and mail it to the client',
    short: 'issues and mails its invoice',
    does: 'makes the job, issues its invoice and mails it',
  },
}

type Step = { state: string; message: string; number: string | null }

/** What became of the invoice of one job. */
export const repeatOutcome = ({ state, message, number }: Step): string => {
  if (message) return message
  if (state === 'due') return 'Its day is still to come.'
  if (number)
    return state === 'issued' ? `Issued as ${number}; the mail is still to go out.` : `Issued as ${number}.`
  return state === 'draft' ? 'Drafted; it is still to be issued.' : 'Drafted.'
}
