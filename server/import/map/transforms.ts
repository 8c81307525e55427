import { Problem } from '#server/errors.ts'
import { asQuantity, parseQuantity, toDecimalText } from '#server/money/decimal.ts'

/** Each takes the text of a filled cell. @throws a `Problem` that says what is wrong */
export const transforms = {
  trim: (text) => text.trim(),
  upper: (text) => text.toUpperCase(),
  title: (text) => text.toLowerCase().replace(/\p{L}[\p{L}\p{M}'’]*/gu, (word) => capitalise(word)),
  /** To a decimal point without thousands, at most 6 decimals: `1 234,50` is `1234.5`. */
  decimal: (text) => trimZeros(toDecimalText(parseQuantity(text, 'value'), 'quantity')),
  /** A fraction to its percentage: `0.05` is `5`. */
  percent: (text) => trimZeros(toDecimalText(asQuantity(parseQuantity(text, 'value') * 100), 'quantity')),
  boolean: (text) => {
    const value = parseBoolean(text)
    if (value === undefined) throw new Problem(400, `“${text}” is neither yes nor no.`)
    return String(value)
  },
  date: (text) => {
    const date = calendarDate(text.trim())
    if (!date) throw new Problem(400, `“${text}” is not a date such as 2026-11-21 or 21/11/2026.`)
    return date
  },
} as const satisfies Record<string, (text: string) => string>

export type Transform = keyof typeof transforms

const truths: Record<string, boolean | undefined> = Object.fromEntries([
  ...['1', 'true', 'yes', 'y', 'on', 'ja', 'x'].map((word) => [word, true]),
  ...['0', 'false', 'no', 'n', 'off', 'nee'].map((word) => [word, false]),
])

/** English or Afrikaans; undefined when it is neither yes nor no. */
export const parseBoolean = (text: string): boolean | undefined => truths[text.trim().toLowerCase()]

const time = String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$`
const yearFirst = new RegExp(String.raw`^(?<y>\d{4})([-/.])(?<m>\d{1,2})\2(?<d>\d{1,2})${time}`)
const dayFirst = new RegExp(String.raw`^(?<d>\d{1,2})([-/.])(?<m>\d{1,2})\2(?<y>\d{4})${time}`)

function calendarDate(text: string): string | null {
  const { y, m, d } = (yearFirst.exec(text) ?? dayFirst.exec(text))?.groups ?? {}
  if (!y || !m || !d) return null
  const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)))
  // A day that the month does not have would roll over into the next one.
  return date.getUTCDate() === Number(d) && date.getUTCMonth() + 1 === Number(m)
    ? date.toISOString().slice(0, 10)
    : null
}

function trimZeros(decimal: string): string {
  return decimal.replace(/\.?0+$/, '')
}

function capitalise(word: string): string {
  const [initial = '', ...rest] = word
  return initial.toUpperCase() + rest.join('')
}
