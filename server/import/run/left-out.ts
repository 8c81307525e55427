import type { GroupedProblem } from '#server/import/read/group-problems.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'

const MOST_REASONS = 10

/** In short: what most of the rows have is said first. */
export const describeLeftOut = (rows: number, problems: readonly GroupedProblem[]): LeftOut => ({
  rows,
  reasons: problems
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, MOST_REASONS)
    .map(({ rows, column, sentence }) => ({ rows, sentence: column ? `${column}: ${sentence}` : sentence })),
})
