const standings = ['draft', 'unpaid', 'paid', 'credited', 'creditnote'] as const
export type Standing = (typeof standings)[number]

/** What is more than one standing, or a part of one: issued is all but drafts, overdue some of the unpaid. */
const standingGroups = ['issued', 'overdue'] as const
export type StandingGroup = (typeof standingGroups)[number]

/** What the list may be asked for. */
export const invoiceStates = [...standings, ...standingGroups] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const isStandingGroup = (state: InvoiceState | undefined): state is StandingGroup =>
  standingGroups.some((group) => group === state)

export function hasState(
  { standing, overdue }: { standing: Standing; overdue: number },
  state: InvoiceState | undefined,
): boolean {
  if (!isStandingGroup(state)) return state === undefined || standing === state
  return state === 'issued' ? standing !== 'draft' : overdue > 0
}
