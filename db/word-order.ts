import { getTableName, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Afrikaans, French, Sesotho, Tshivenda and their neighbours. */
export const accented: Record<string, string> = {
  ...{ a: 'àáâãäåā', c: 'ç', d: 'ḓ', e: 'èéêëē', i: 'ìíîïī', l: 'ḽ', n: 'ñṅṋ' },
  ...{ o: 'òóôõöøō', s: 'šș', t: 'ṱ', u: 'ùúûüū', y: 'ýÿ', z: 'ž' },
}

// Stands for the text in the keys below; no SQL has it.
const X = '\0'
const STEM = `rtrim(${X}, '0123456789')`

const pairs = Object.entries(accented).flatMap(([plain, all]) =>
  [...all, ...all.toUpperCase()].map((letter) => [letter, plain] as const),
)
const letters = (at: 0 | 1) => pairs.map((pair) => pair[at]).join('')

// Letter after letter: one `replace` in another for each of them would take 50 kB in each statement that is kept.
const FOLDED = `(WITH RECURSIVE folding (at, folded) AS (SELECT 1, ${STEM} UNION ALL SELECT at + 1, replace(folded, substr('${letters(0)}', at, 1), substr('${letters(1)}', at, 1)) FROM folding WHERE at <= ${pairs.length}) SELECT folded FROM folding WHERE at > ${pairs.length})`

// Few texts have a letter beyond A to Z, which is told at once by their bytes.
const PLAIN = `CASE WHEN length(${X}) = length(CAST(${X} AS BLOB)) THEN ${STEM} ELSE ${FOLDED} END`

const keysBy = (plain: string) => [
  `CASE WHEN ${X} BETWEEN '0' AND ':' THEN CAST(${X} AS INTEGER) ELSE 9223372036854775807 END`,
  `${plain} COLLATE NOCASE`,
  `CAST(substr(${X}, length(${STEM}) + 1) AS INTEGER)`,
]
const KEYS = keysBy(PLAIN)

/**
 * The names of long lists. Each has its letters folded in a column beside it, such as `plainname`, which its index holds:
 * generated, but for names with letters beyond A to Z, which triggers fold (migration 0095).
 */
const LONG = ['clients.name', 'suppliers.name', 'locations.name', 'equipment.name', 'inventory.code']

/** 9 before 10, R-9 before R-10, É with E. */
export const wordKeys = (text: string): string[] => KEYS.map((key) => key.replaceAll(X, text))

/** As `wordKeys` of the name of a long list: the keys that its index holds (migration 0095). */
export const nameKeys = (name: string, of = ''): string[] =>
  keysBy(`${of}plain${name}`).map((key) => key.replaceAll(X, of + name))

export const byWords = (text: string, way = ''): string =>
  wordKeys(text)
    .map((key) => `${key}${way}`)
    .join(', ')

export const byName = (name: string, of = ''): string => nameKeys(name, of).join(', ')

export function wordSortKeys(text: SQLWrapper): [SQL, ...SQL[]] {
  const plain = plainColumn(text)
  const keys = KEYS.map((key, at) => (plain && at === 1 ? sql`${plain} COLLATE NOCASE` : keyOf(key, text)))
  return keys as [SQL, ...SQL[]]
}

const plainOf = new WeakMap<SQLWrapper, SQL>()

/** Says where the letters of a name that is no column stand folded. */
export function withPlain<S extends SQL>(name: S, plain: SQL): S {
  plainOf.set(name, plain)
  return name
}

/** Where the letters of a name stand folded, if anywhere. */
export function plainColumn(text: SQLWrapper): SQL | undefined {
  if (!is(text, SQLiteColumn)) return plainOf.get(text)
  const { table, name } = text
  return LONG.includes(`${getTableName(table)}.${name}`)
    ? sql`${table}.${sql.identifier(`plain${name}`)}`
    : undefined
}

const keyOf = (key: string, text: SQLWrapper) => {
  const [first = '', ...others] = key.split(X)
  return sql.join([sql.raw(first), ...others.flatMap((part) => [sql`${text}`, sql.raw(part)])])
}

export const sortsEqual = (text: SQLWrapper, other: string): SQL => {
  const keys = wordSortKeys(sql`${other}`)
  return sql.join(
    wordSortKeys(text).map((key, at) => sql`${key} = ${keys[at]}`),
    sql` AND `,
  )
}
