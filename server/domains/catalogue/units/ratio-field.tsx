import type { Options, ResourceField } from '#server/crud/field.ts'
import { control } from '#server/crud/kinds/texts.tsx'
import { t } from '#server/http/fields.ts'
import { parseRatio, ratioToJson } from '#server/money/units.ts'
import { DecimalInput } from '#views/ui/inputs.tsx'

/** A ratio as it is stored: exact, in lowest terms, a decimal or a fraction. @throws DecimalError */
export const storedRatio = (input: unknown) => String(ratioToJson(parseRatio(input)))

export const ratioSchema = () =>
  t.Union([t.Number(), t.String({ maxLength: 40 })], {
    error: 'must be a number above zero, such as 12 or 1/12',
  })

export function ratioFault(input: unknown): string | undefined {
  try {
    parseRatio(input)
  } catch (error) {
    return (error as Error).message
  }
}

/** How many of a unit make one base unit: exact (decision D3). */
export const ratio = (options: Options): ResourceField => ({
  numeric: true,
  ...options,
  schema: t
    .Transform(ratioSchema())
    .Decode((value) => (ratioFault(value) ? String(value) : storedRatio(value)))
    .Encode((value) => value),
  check: ratioFault,
  reply: t.Union([t.Number(), t.String()]),
  json: ({ value }) => ratioToJson(parseRatio(value)),
  format: (value) => String(value ?? '').replace('.', ','),
  input: (c) => <DecimalInput {...control(c)} value={String(c.value ?? '').replace('.', ',')} />,
  cell: ({ value }) => String(value ?? '').replace('.', ','),
})
