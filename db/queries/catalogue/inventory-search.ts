import { splitForIndex, toGlobPattern, toMatch } from '#db/queries/search-patterns.ts'

type SearchQuery = { from: string; where: string[]; values: string[] }

/** Terms of one or two letters are looked for in the words of what the others found. */
export function buildSearch(search: string): SearchQuery {
  const { long, short } = splitForIndex(search)
  const words = `inventory_words AS w CROSS JOIN inventory AS i ON i.id = w.inventoryid`
  const where = short.map(() => 'w.words GLOB ?')
  const globs = short.map(toGlobPattern)
  if (long.length === 0) return { from: words, where, values: globs }
  return {
    from: `inventory_search AS f CROSS JOIN ${words}`,
    where: ['f.words MATCH ?', 'w.id = f.rowid', ...where],
    values: [toMatch(long), ...globs],
  }
}
