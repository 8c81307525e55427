import type { MatchedInvoice, MatchReason } from './types.ts'

const words: Record<MatchReason, string> = {
  number: 'number',
  amount: 'amount',
  client: 'name',
}

/** What of an invoice stands in the line; a deposit is also found by the name of its estimate. */
export const reasonWords = ({ kind, reasons }: MatchedInvoice) =>
  `same ${reasons
    .map((reason) => (reason === 'number' && kind === 'deposit' ? 'number or estimate' : words[reason]))
    .join(', ')}`
