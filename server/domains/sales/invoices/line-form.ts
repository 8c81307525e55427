import { invalid } from '#server/errors.ts'
import { DecimalError, parsePercent, parseQuantity, type Quantity } from '#server/money/decimal.ts'

type Fields = Record<string, string | null>

/** The rows in their order; a quantity that is left empty is null. @throws 400 by field */
export function parseQuantityRows(fields: Fields, key: string): { key: string; quantity: Quantity | null }[] {
  const rows = []
  for (let at = 0; `lines.${at}.${key}` in fields; at++) {
    const typed = fields[`lines.${at}.quantity`]?.trim()
    const quantity = typed ? readField(`lines.${at}.quantity`, () => parseQuantity(typed)) : null
    rows.push({ key: fields[`lines.${at}.${key}`] ?? '', quantity })
  }
  return rows
}

export const readPercentField = ({ percent }: Fields) =>
  readField('percent', () => parsePercent(percent ?? ''))

function readField<T>(field: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ [field]: error.message }) : error
  }
}
