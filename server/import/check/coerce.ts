import { cleanLine, cleanLines } from '#server/clean-text.ts'
import { Problem } from '#server/errors.ts'
import type { ValueKind } from '#server/import/map/record-type.ts'
import { transforms } from '#server/import/map/transforms.ts'
import { parsePercent, parseQuantity, parseRate } from '#server/money/decimal.ts'
import { parseRatio, ratioToJson } from '#server/money/units.ts'
import { itemClassNames } from '#server/stock/direction.ts'
import { MINUTES_ERROR, parseMinutes } from '#views/ui/parse-minutes.ts'
import { accountTypes, jobStatuses, lineRoles } from './value-names.ts'

export type ColumnValue = string | number | null

const refuse = (sentence: string): never => {
  throw new Problem(400, sentence)
}

/** Each takes the text of a filled cell. @throws a `Problem` that says what is wrong */
export const coercions: Record<ValueKind, (text: string) => ColumnValue> = {
  rate: (text) => atLeastZero(parseRate(text, 'rate')),
  quantity: (text) => atLeastZero(parseQuantity(text, 'quantity')),
  percent: (text) => parsePercent(text, 'percentage'),
  discount: (text) => {
    const percent = parsePercent(text, 'discount')
    return percent < 0 || percent > 1_000_000 ? refuse('The discount must be between 0 and 100 %.') : percent
  },
  /** Whole percents below a hundred: the specification's two digits. */
  vat: (text) => {
    const percent = parsePercent(text, 'VAT')
    return percent < 0 || percent > 990_000 || percent % 10_000 !== 0
      ? refuse('The VAT rate is a whole percentage of at most two digits.')
      : percent
  },
  flag: (text) => (transforms.boolean(text) === 'true' ? 1 : 0),
  date: (text) => transforms.date(text),
  minutes: (text) => parseMinutes(text) ?? refuse(`“${text}” ${MINUTES_ERROR}.`),
  ratio: (text) => String(ratioToJson(parseRatio(text))),
  colour: (text) =>
    /^#[0-9a-f]{6}$/i.test(text.trim())
      ? text.trim().toLowerCase()
      : refuse(`“${text}” is not a colour such as #2e7d32.`),
  account: (text) => choose(text, accountTypes, 'a kind of account code'),
  class: (text) => choose(text, itemClassNames, 'an inventory class'),
  role: (text) => choose(text, lineRoles, 'a role of a line'),
  status: (text) => choose(text, jobStatuses, 'a status that can be imported'),
}

type TextKind = { text: number; email?: true; multiline?: boolean }

/** Trimmed and without control characters. @throws a `Problem` when it is too long or no e-mail address */
export function coerceText(given: string, { text: most, email, multiline }: TextKind): string {
  const text = multiline ? cleanLines(given) : cleanLine(given)
  if (text.length > most)
    refuse(
      `The text has ${groupThousands(text.length)} characters, and at most ${groupThousands(most)} fit here.`,
    )
  if (email && text && !/^[^\s@]+@[^\s@]+$/.test(text)) refuse(`“${text}” is not an e-mail address.`)
  return text
}

const groupThousands = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u00a0')

function choose(text: string, names: Record<number, string>, what: string): number {
  const wanted = text.trim().toLowerCase()
  const found = Object.entries(names).find(
    ([number, name]) => wanted === number || wanted === name.toLowerCase(),
  )
  const known = Object.entries(names).map(([number, name]) => `${number} ${name}`)
  return found ? Number(found[0]) : refuse(`“${text}” is not ${what}; there are ${known.join(', ')}.`)
}

function atLeastZero(value: number): number {
  return value < 0 ? refuse('The number cannot be below zero.') : value
}
