const statuses = ['draft', 'unpaid', 'paid', 'credited', 'creditnote', 'deposit'] as const
export type InvoiceStatus = (typeof statuses)[number]

/** Whether its client has it: `waits` in a mail that is still to go out, `unsent` where that is still to be done. */
export type InvoiceSending = 'sent' | 'waits' | 'unsent'

/** What is more than one status, or a part of one: issued is all but drafts, overdue some of the unpaid. */
const statusGroups = ['issued', 'overdue'] as const
export type InvoiceStatusGroup = (typeof statusGroups)[number]

/** What the list may be asked for. */
export const invoiceStates = [...statuses, ...statusGroups] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const isInvoiceStatusGroup = (state: InvoiceState | undefined): state is InvoiceStatusGroup =>
  statusGroups.some((group) => group === state)

export function hasState(
  { standing, overdue }: { standing: InvoiceStatus; overdue: number },
  state: InvoiceState | undefined,
): boolean {
  if (!isInvoiceStatusGroup(state)) return state === undefined || standing === state
  return state === 'issued' ? standing !== 'draft' : overdue > 0
}
