import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { accented } from '#db/word-order.ts'

/** Each is looked for in every record: a hundred letters would hold the event loop for a second. The longest say the most. */
export const SEARCH_TERMS = 10
/** Nearly every record has any one letter, so no other term saves looking for it. */
const SINGLE_LETTERS = 2

/** Without those that stand in a longer one, which asks for them too. */
export function splitSearchTerms(search = ''): string[] {
  const typed = search.normalize('NFC').split(/\s+/u).filter(Boolean)
  const letters = typed.filter(({ length }) => length === 1).slice(0, SINGLE_LETTERS)
  const longest = typed.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length)
  const kept: string[] = []
  for (const term of [...longest, ...letters]) {
    if (kept.length === SEARCH_TERMS) break
    if (!kept.some((other) => foldTerm(other).includes(foldTerm(term)))) kept.push(term)
  }
  return kept
}

/** Words that are typed and not looked for. */
export function leftOutTerms(search: string): string[] {
  const kept = splitSearchTerms(search).map(foldTerm)
  const typed = search.normalize('NFC').split(/\s+/u).filter(Boolean)
  return [...new Set(typed.filter((term) => !kept.some((other) => other.includes(foldTerm(term)))))]
}

/** As two terms that differ in case or accent alone are the same. */
export const foldTerm = (term: string): string => splitLetters(term).join('').toLowerCase()

const removeAccents = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '')

/** A term letter by letter, plain where the letter is one of those: any other accent is looked for as it is. */
const splitLetters = (term: string): string[] =>
  [...term].map((letter) => {
    const bare = removeAccents(letter)
    return accented[bare.toLowerCase()]?.includes(letter.toLowerCase()) ? bare : letter
  })

export const toGlobPattern = (term: string): string => `*${splitLetters(term).map(toGlobClass).join('')}*`

function toGlobClass(letter: string): string {
  const low = letter.toLowerCase()
  const all = [...new Set([...low, ...letter.toUpperCase(), ...(accented[low] ?? '')])]
  const both = [...new Set(all.flatMap((one) => [one, one.toUpperCase()]))].filter((one) => one.length <= 2)
  return both.length === 1 && !'*?['.includes(letter) ? letter : `[${both.join('')}]`
}

/** LIKE is several times quicker and cannot fold: it leaves open each letter that may have another shape. */
export const toLikePattern = (term: string): string => {
  const open = (letter: string) => (accented[letter.toLowerCase()] || letter > '\x7e' ? '_' : letter)
  return `%${splitLetters(term)
    .map((letter) => ('\\%_'.includes(letter) ? `\\${letter}` : open(letter)))
    .join('')}%`
}

export const matchesPatterns = (text: SQL, like: unknown, glob: unknown): SQL =>
  sql`(${text} LIKE ${like} ESCAPE '\\' AND ${text} GLOB ${glob})`

export const containsTerm = (text: SQL, term: string): SQL =>
  matchesPatterns(text, toLikePattern(term), toGlobPattern(term))

export const containsAll = (text: SQLWrapper, globs: SQLWrapper): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${globs}) WHERE ${text} NOT GLOB value)`

export const toGlobPatterns = (search?: string): string =>
  JSON.stringify(splitSearchTerms(search).map(toGlobPattern))

// What the indexes of words are made of: they cannot find less.
const TRIGRAM = 3

/** The terms that an index of words finds, and those that are looked for in what the others found. */
export function splitForIndex(search?: string): { long: string[]; short: string[] } {
  const terms = splitSearchTerms(search)
  const long = terms.filter((term) => splitLetters(term).length >= TRIGRAM)
  return { long, short: terms.filter((term) => !long.includes(term)) }
}

/** All of the terms, in the words of FTS5. */
export const toMatch = (terms: readonly string[]): string =>
  terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' ')
