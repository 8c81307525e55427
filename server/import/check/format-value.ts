import type { ValueKind } from '#server/import/map/record-type.ts'
import { toDecimalText } from '#server/money/decimal.ts'
import { itemClassNames } from '#server/stock/direction.ts'
import type { ColumnValue } from './coerce.ts'
import { accountTypes, jobStatuses, lineRoles } from './value-names.ts'

/** What the numbers of a kind stand for. */
export const namedValues: Partial<Record<ValueKind, Record<string, string>>> = {
  account: accountTypes,
  class: itemClassNames,
  role: lineRoles,
  status: jobStatuses,
}

const scales = {
  rate: 'rate',
  quantity: 'quantity',
  percent: 'percent',
  discount: 'percent',
  vat: 'percent',
} as const

export function formatValue(kind: ValueKind, value: ColumnValue): string {
  if (value === null || value === undefined) return ''
  if (kind === 'flag') return value ? 'yes' : 'no'
  const named = namedValues[kind]
  if (named) return named[String(value)] ?? String(value)
  const scale = scales[kind as keyof typeof scales]
  return scale
    ? toDecimalText(Number(value), scale)
        .replace(/\.?0+$/, '')
        .replace('.', ',')
    : String(value)
}
