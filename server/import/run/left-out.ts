import type { GroupedProblem } from '#server/import/read/group-problems.ts'
import { wholeNumber } from '#views/format.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'

const MOST_REASONS = 10

/** In short: what most of the rows have is said first. */
export function describeLeftOut(rows: number, problems: readonly GroupedProblem[]): LeftOut {
  const sorted = problems.toSorted((a, b) => b.rows - a.rows)
  const others = sorted.slice(MOST_REASONS)
  const reasons = sorted.slice(0, MOST_REASONS).map((one) => ({ rows: one.rows, sentence: describe(one) }))
  if (others.length === 0) return { rows, reasons }
  const sentence = `Other things that are wrong: ${wholeNumber(others.length)}.`
  return { rows, reasons: [...reasons, { rows: others.reduce((sum, one) => sum + one.rows, 0), sentence }] }
}

function describe({ rows, column, sentence, names = [] }: GroupedProblem): string {
  const named = [...new Set(names.filter(Boolean))]
  const more = rows > named.length ? ` and ${wholeNumber(rows - named.length)} more` : ''
  const whose = named.length > 0 ? named.join(', ') + more : ''
  const where = [column, whose].filter(Boolean).join(' of ')
  return where ? `${where}: ${sentence}` : sentence
}
