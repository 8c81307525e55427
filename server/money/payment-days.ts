import { daysAfter } from '#server/dates.ts'

/** Days to pay of an organisation and of a client, and of an estimate: 0 is on the day itself. */
export const paymentDays = { min: 0, max: 365 }

type Terms = { paymentdays: number | null }

/** The day by which an invoice of that day is to be paid; undefined where no days are agreed. */
export function dueDate(date: string, organisation: Terms, client: Terms | null): string | undefined {
  const days = client?.paymentdays ?? organisation.paymentdays
  return days === null ? undefined : daysAfter(date, days)
}
