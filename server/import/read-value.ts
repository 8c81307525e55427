import { Problem } from '#server/errors.ts'
import { parsePercent, parseQuantity, parseRate, toDecimalText } from '#server/money/decimal.ts'
import { parseRatio, ratioToJson } from '#server/money/units.ts'
import { transforms } from './transforms.ts'

/** A value as its column holds it. */
export type Value = string | number | null

const wrong = (sentence: string): never => {
  throw new Problem(400, sentence)
}

/** How the text of a filled cell becomes the value of a column; each throws a `Problem` that says what is wrong. */
export const readers = {
  rate: (text) => atLeastZero(parseRate(text, 'rate')),
  quantity: (text) => atLeastZero(parseQuantity(text, 'quantity')),
  percent: (text) => parsePercent(text, 'percentage'),
  discount: (text) => {
    const percent = parsePercent(text, 'discount')
    return percent < 0 || percent > 1_000_000 ? wrong('The discount must be between 0 and 100 %.') : percent
  },
  /** Whole percents below a hundred: the specification's two digits. */
  vat: (text) => {
    const percent = parsePercent(text, 'VAT')
    return percent < 0 || percent > 990_000 || percent % 10_000 !== 0
      ? wrong('The VAT override is a whole percentage of at most two digits.')
      : percent
  },
  flag: (text) => (transforms.boolean(text) === 'true' ? 1 : 0),
  date: (text) => transforms.date(text),
  whole: (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : wrong(`“${text}” is not a whole number.`)),
  ratio: (text) => String(ratioToJson(parseRatio(text))),
  colour: (text) =>
    /^#[0-9a-f]{6}$/i.test(text.trim())
      ? text.trim().toLowerCase()
      : wrong(`“${text}” is not a colour such as #2e7d32.`),
  account: (text) => choose(text, accounts, 'a kind of account code'),
  class: (text) => choose(text, classes, 'an inventory class'),
  role: (text) => choose(text, roles, 'a role of a line'),
  status: (text) => choose(text, statuses, 'a status that can be imported'),
} as const satisfies Record<string, (text: string) => Value>

export type Kind = keyof typeof readers

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Text as a form would take it: trimmed, without what no person typed. @throws when it is too long */
export function readText(given: string, { text: most, email }: { text: number; email?: true }): string {
  const text = given.replace(CONTROLS, '').toWellFormed().trim()
  if (text.length > most)
    wrong(`The text has ${spaced(text.length)} characters, and at most ${spaced(most)} fit here.`)
  if (email && text && !/^[^\s@]+@[^\s@]+$/.test(text)) wrong(`“${text}” is not an e-mail address.`)
  return text
}

const spaced = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u00a0')

const accounts = { 0: 'Income', 1: 'Expense' }
const classes = {
  1: 'Merchandise',
  2: 'Raw Materials',
  3: 'Finished Goods',
  4: 'Work In Progress',
  5: 'Consumables',
}
const roles = { 1: 'Input', 2: 'Output', 3: 'Equipment', 4: 'Other' }
/** Invoiced is missing on purpose: it comes only from issuing an invoice (decision C1). */
const statuses = { 1: 'Draft', 2: 'Review', 3: 'Approve', 4: 'Complete', 6: 'Archived' }

function choose(text: string, names: Record<number, string>, what: string): number {
  const wanted = text.trim().toLowerCase()
  const found = Object.entries(names).find(
    ([number, name]) => wanted === number || wanted === name.toLowerCase(),
  )
  const known = Object.entries(names).map(([number, name]) => `${number} ${name}`)
  return found ? Number(found[0]) : wrong(`“${text}” is not ${what}; there are ${known.join(', ')}.`)
}

function atLeastZero(value: number): number {
  return value < 0 ? wrong('The number cannot be below zero.') : value
}

/** What stands in a column of such values, in the words that people read. */
export function saidOf(kind: Kind, value: Value): string {
  if (value === null || value === undefined) return ''
  if (kind === 'flag') return value ? 'yes' : 'no'
  const names: Record<string, string> | undefined = {
    account: accounts,
    class: classes,
    role: roles,
    status: statuses,
  }[kind as string]
  if (names) return names[String(value)] ?? String(value)
  const scaled = {
    rate: 'rate',
    quantity: 'quantity',
    percent: 'percent',
    discount: 'percent',
    vat: 'percent',
  } as const
  const scale = scaled[kind as keyof typeof scaled]
  return scale
    ? toDecimalText(Number(value), scale)
        .replace(/\.?0+$/, '')
        .replace('.', ',')
    : String(value)
}
