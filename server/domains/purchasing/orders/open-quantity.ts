import { asQuantity, type Quantity } from '#server/money/decimal.ts'

type Counted = Record<'quantity' | 'received' | 'replaced' | 'closedshort', number>

/** What of a line is still to come: never below zero, however much came too many. */
export const openQuantity = ({ quantity, received, replaced, closedshort }: Counted): Quantity =>
  asQuantity(Math.max(0, quantity - received + replaced - closedshort))

/** What came beyond the order and was not sent back to be delivered again. */
export const surplusQuantity = ({ quantity, received, replaced }: Omit<Counted, 'closedshort'>): Quantity =>
  asQuantity(Math.max(0, received - replaced - quantity))

/** What went back for good, for which the supplier owes a credit. */
export const creditDue = ({ returned, replaced }: Record<'returned' | 'replaced', number>): Quantity =>
  asQuantity(returned - replaced)
