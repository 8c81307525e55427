import type { MatchedInvoice, MatchReason } from './types.ts'

const words: Record<MatchReason, string> = {
  number: 'number',
  amount: 'amount',
  client: 'name',
}

/** What of an invoice stands in the line. */
export const reasonWords = ({ reasons }: MatchedInvoice) =>
  `same ${reasons.map((reason) => words[reason]).join(', ')}`
