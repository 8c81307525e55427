import { invalid } from '#server/errors.ts'
import {
  DecimalError,
  parseCents,
  parsePercent,
  parseQuantity,
  type Quantity,
} from '#server/money/decimal.ts'
import type { CreditInput } from './credit-invoice.ts'
import type { AskedCredit } from './credit-lines.ts'

type Fields = Record<string, string | null>

/** The rows in their order; a quantity that is left empty is null. @throws 400 by field */
export function parseQuantityRows(fields: Fields, key: string): { key: string; quantity: Quantity | null }[] {
  return rowKeys(fields, key).map((key, at) => {
    const typed = fields[`lines.${at}.quantity`]?.trim()
    const quantity = typed ? readField(`lines.${at}.quantity`, () => parseQuantity(typed)) : null
    return { key, quantity }
  })
}

function rowKeys(fields: Fields, key: string): string[] {
  const keys = []
  for (let at = 0; `lines.${at}.${key}` in fields; at++) keys.push(fields[`lines.${at}.${key}`] ?? '')
  return keys
}

export const readPercentField = ({ percent }: Fields) => {
  if (!percent?.trim()) throw invalid({ percent: 'Type the percentage, such as 30 or 33,33.' })
  return readField('percent', () => parsePercent(percent))
}

function readField<T>(field: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ [field]: error.message }) : error
  }
}

/**
 * Of the form of a credit note: lines by their place on the invoice, or all of it; a box that is not ticked is not sent.
 * A tick is for what can come back of the quantity that is typed beside it, which may be nothing.
 * @throws as `parseQuantityRows`
 */
export function parseCredit(
  fields: Fields,
): Omit<CreditInput, 'reason' | 'lines'> & { lines?: AskedCredit[] } {
  if (fields.what === 'amounts') return { lines: parseReductions(fields) }
  if (fields.what !== 'lines') return { restock: fields.restock === 'true' }
  const lines = parseQuantityRows(fields, 'line').map(({ key, quantity }, at) => ({
    ...{ line: Number(key), quantity },
    ...(fields[`lines.${at}.restock`] !== 'true' && { restock: false }),
  }))
  return { lines, again: fields.again === 'true', restock: true }
}

const parseReductions = (fields: Fields) =>
  rowKeys(fields, 'line').map((key, at) => {
    const typed = fields[`lines.${at}.amount`]?.trim()
    const amount = typed ? readField(`lines.${at}.amount`, () => parseCents(typed)) : null
    return { line: Number(key), amount }
  })
