import type { ImportProblem } from './problem.ts'

/** One thing that is wrong in `rows` rows; `lines` are the first of them, and `names` what these are called. */
export type GroupedProblem = ImportProblem & { lines: number[]; names?: string[]; rows: number }

const LINES_NAMED = 5

/** In the order in which each was found first. */
export function groupProblems(
  problems: readonly ImportProblem[],
  nameOf: (line: number) => string,
): GroupedProblem[] {
  const groups = new Map<string, Required<GroupedProblem>>()
  for (const one of problems) {
    const key = JSON.stringify([one.file, one.column, one.sentence])
    const group = groups.get(key) ?? { ...one, lines: [], names: [], rows: 0 }
    groups.set(key, group)
    group.rows++
    if (one.line === null || group.lines.length >= LINES_NAMED) continue
    group.lines.push(one.line)
    group.names.push(nameOf(one.line))
  }
  return [...groups.values()]
}

/** "3, 4, 5, 6, 7 and 1 204 more", or nothing for what is wrong with the file as a whole. */
export function describeLines({ lines, rows }: Pick<GroupedProblem, 'lines' | 'rows'>): string {
  const more = lines.length ? rows - lines.length : 0
  return lines.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-ZA')} more` : '')
}
