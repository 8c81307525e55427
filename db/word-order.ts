import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Afrikaans, French, Sesotho, Tshivenda and their neighbours. */
export const accented: Record<string, string> = {
  ...{ a: 'àáâãäåā', c: 'ç', d: 'ḓ', e: 'èéêëē', i: 'ìíîïī', l: 'ḽ', n: 'ñṅṋ' },
  ...{ o: 'òóôõöøō', s: 'šș', t: 'ṱ', u: 'ùúûüū', y: 'ýÿ', z: 'ž' },
}

// Stands for the text in the keys below; no SQL has it.
const X = '\0'
const STEM = `rtrim(${X}, '0123456789')`

const folded = Object.entries(accented)
  .flatMap(([plain, all]) => [...all, ...all.toUpperCase()].map((letter) => [letter, plain]))
  .reduce((text, [letter, plain]) => `replace(${text}, '${letter}', '${plain}')`, STEM)

const KEYS = [
  `CASE WHEN ${X} BETWEEN '0' AND ':' THEN CAST(${X} AS INTEGER) ELSE 9223372036854775807 END`,
  // Few texts have a letter beyond A to Z, which is told at once by their bytes.
  `CASE WHEN length(${X}) = length(CAST(${X} AS BLOB)) THEN ${STEM} ELSE ${folded} END COLLATE NOCASE`,
  `CAST(substr(${X}, length(${STEM}) + 1) AS INTEGER)`,
]

/** 9 before 10, R-9 before R-10, É with E. The indexes of long lists hold these very keys (migration 0007). */
export const wordKeys = (text: string): string[] => KEYS.map((key) => key.replaceAll(X, text))

export const byWords = (text: string, way = ''): string =>
  wordKeys(text)
    .map((key) => `${key}${way}`)
    .join(', ')

export const wordSortKeys = (text: SQLWrapper): SQL[] =>
  KEYS.map((key) => {
    const [first = '', ...others] = key.split(X)
    return sql.join([sql.raw(first), ...others.flatMap((part) => [sql`${text}`, sql.raw(part)])])
  })

export const sortsEqual = (text: SQLWrapper, other: string): SQL => {
  const keys = wordSortKeys(sql`${other}`)
  return sql.join(
    wordSortKeys(text).map((key, at) => sql`${key} = ${keys[at]}`),
    sql` AND `,
  )
}
