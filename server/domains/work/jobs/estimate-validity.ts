import { daysAfter } from '#server/dates.ts'

type Offer = { validuntil: string | null }
type Terms = { estimatedays: number | null }

/** What is offered again after its last day is a new offer; undefined where an organisation names no days. */
export const estimateValidUntil = (
  { validuntil }: Offer,
  { estimatedays }: Terms,
  today: string,
): string | undefined => {
  if (validuntil && validuntil >= today) return validuntil
  return estimatedays === null ? undefined : daysAfter(today, estimatedays)
}
