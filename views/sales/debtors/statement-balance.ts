import { formatRand } from '#views/format.ts'
import type { Ageing } from './types.ts'

/** What a statement says first: `R 100,00 owed on 30 November 2026, of which R 40,00 is due`. */
export function sayOwedOn({ total, notdue }: Pick<Ageing, 'total' | 'notdue'>, day: string): string {
  if (total <= 0) return `Nothing to pay on ${day}`
  if (notdue <= 0) return `${formatRand(total)} to pay on ${day}`
  const due = total - notdue
  return `${formatRand(total)} owed on ${day}, ${due > 0 ? `of which ${formatRand(due)} is due` : 'not due yet'}`
}

/** Of its last sum. */
export function nameBalance({ total, notdue }: Pick<Ageing, 'total' | 'notdue'>): string {
  if (total < 0) return 'In your favour'
  return notdue > 0 ? 'Owed in all' : 'Amount to pay'
}
