import * as fieldSchemas from '#server/http/fields.ts'
import { t } from '#server/http/fields.ts'
import { type DecimalKind, toDecimal, toDecimalText } from '#server/money/decimal.ts'
import * as format from '#views/format.ts'
import { PercentText, QuantityText, UnitRate } from '#views/ui/figures.tsx'
import { DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import type { Options, ResourceField } from '../field.ts'
import { orNull } from '../reply-schema.ts'
import { control } from './texts.tsx'

type Scaled = number | null

const notBelowZero = (value: Scaled) => (value !== null && value < 0 ? 'It cannot be below zero.' : undefined)

const figure = (kind: DecimalKind, options: Options): Omit<ResourceField, 'schema' | 'input' | 'cell'> => ({
  check: notBelowZero,
  numeric: true,
  reply: orNull(t.Number()),
  json: ({ value }) => (value === null ? null : toDecimal(value as number, kind)),
  format: (value) => (typeof value === 'number' ? trimDecimals(toDecimalText(value, kind)) : ''),
  ...options,
})

/** History keeps figures as people type them here: a comma, and no zeros that say nothing. */
const trimDecimals = (text: string) => text.replace(/\.?0+$/, '').replace('.', ',')

/** Four decimals at most; stored in ten-thousandths of a rand. */
export const rateField = (options: Options): ResourceField => ({
  kind: { kind: 'rate' },
  money: true,
  ...figure('rate', options),
  schema: fieldSchemas.rate(),
  input: (c) => (
    <DecimalInput
      {...control(c)}
      prefix="R"
      value={typeof c.value === 'number' ? format.exactRate(c.value) : ''}
    />
  ),
  cell: ({ value }) => <UnitRate tenthousandths={value as Scaled} />,
})

/** Six decimals at most; stored in millionths. */
export const quantityField = ({ unit, ...options }: Options & { unit?: string }): ResourceField => ({
  kind: { kind: 'quantity' },
  ...figure('quantity', options),
  schema: fieldSchemas.quantity(),
  input: (c) => (
    <DecimalInput
      {...control(c)}
      suffix={unit}
      value={typeof c.value === 'number' ? format.formatQuantity(c.value) : ''}
    />
  ),
  cell: ({ value }) => <QuantityText millionths={value as Scaled} unit={unit} />,
})

/** Four decimals at most; stored in ten-thousandths of a percent. */
export const percentField = (options: Options): ResourceField => ({
  kind: { kind: 'percent' },
  ...figure('percent', options),
  schema: fieldSchemas.percent(),
  input: (c) => (
    <DecimalInput
      {...control(c)}
      suffix="%"
      value={typeof c.value === 'number' ? format.formatPercent(c.value).replace(/\s*%$/, '') : ''}
    />
  ),
  cell: ({ value }) => <PercentText tenthousandths={value as Scaled} />,
})

export const integerField = ({
  min,
  max,
  ...options
}: Options & { min: number; max: number }): ResourceField => ({
  numeric: true,
  ...options,
  schema: wholeOrNone(min, max),
  json: ({ value }) => value,
  format: (value) => String(value ?? ''),
  input: (c) => (
    <TextInput {...control(c)} inputMode="numeric" className="number" value={c.value as Scaled} />
  ),
  cell: ({ value }) => value as Scaled,
  check: (value: Scaled) =>
    value !== null && (value < min || value > max) ? `It must be from ${min} to ${max}.` : undefined,
})

const wholeOrNone = (min: number, max: number) =>
  t
    .Transform(
      t.Union([t.Null(), t.Integer(), t.String({ pattern: '^\\s*(?:-?[0-9]{1,9})?\\s*$' })], {
        error: `must be a whole number from ${min} to ${max}`,
      }),
    )
    .Decode((value) => (value === null || String(value).trim() === '' ? null : Number(value)))
    .Encode((value) => value)
