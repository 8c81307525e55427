import { foldTerm, splitSearchTerms } from '#db/queries/search-patterns.ts'

const SPREAD = 8

/**
 * How well a name, or one of the lines of words beside it, answers what was typed: it is that (0, 1), begins with it
 * (2, 3), has a word that begins with each word typed (4, 5) or holds each (6, 7). Less is better.
 */
export function rankMatch(search: string, title: string, words: string): number {
  const typed = foldTerm(search.trim().replaceAll(/\s+/gu, ' '))
  const terms = splitSearchTerms(search).map(foldTerm)
  const beside = words.split('\n').map((line) => 2 * rankLine(foldTerm(line.trim()), typed, terms) + 1)
  return Math.min(SPREAD, 2 * rankLine(foldTerm(title.trim()), typed, terms), ...beside)
}

function rankLine(line: string, typed: string, terms: readonly string[]): number {
  if (line === typed) return 0
  if (line.startsWith(typed)) return 1
  const starts = line.split(/[^\p{L}\p{N}]+/u)
  if (terms.every((term) => starts.some((word) => word.startsWith(term)))) return 2
  return terms.every((term) => line.includes(term)) ? 3 : SPREAD
}

export type Ranked<T> = { value: T; rank: number }

/** Best first; in their own order where they are as good. */
export function byRank<T>(values: readonly T[], rankOf: (value: T) => number): Ranked<T>[] {
  return values.map((value) => ({ value, rank: rankOf(value) })).toSorted((a, b) => a.rank - b.rank)
}
