import { formatRand } from '#views/format.ts'

/** What goes back of credit, and what stays; cents. */
export function sayPaidBack(amount: number, credit: number): string {
  if (amount > credit) return `${formatRand(amount)} is more than the credit of ${formatRand(credit)}.`
  const left = credit - amount
  return `${formatRand(amount)} goes back, and ${left === 0 ? 'nothing' : formatRand(left)} stays as credit.`
}
