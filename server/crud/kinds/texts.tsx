import type { TSchema } from '#server/http/fields.ts'
import * as fieldSchemas from '#server/http/fields.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { ColourInput, DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { TelLink } from '#views/ui/reach-links.tsx'
import { Dot, Stripe } from '#views/ui/small.tsx'
import type { Control, FieldCell, Options, ResourceField } from '../field.ts'

export const control = ({ label, name, required, hint, width, autoFocus }: Control) => ({
  label,
  name,
  required,
  hint,
  width,
  autoFocus,
})

const asIs = {
  json: ({ value }: FieldCell) => value,
  format: (value: unknown) => String(value ?? ''),
  cell: ({ value }: FieldCell) => value as string,
}

type Words = Options & { max: number }
type InputType = 'text' | 'email' | 'tel'

const line = (type: InputType, { max, ...options }: Words): ResourceField => ({
  ...asIs,
  ...options,
  kind: { kind: type === 'email' ? 'email' : 'text', max },
  schema: fieldSchemas.text(max),
  input: (c) => <TextInput {...control(c)} type={type} value={c.value as string} maxlength={max} />,
})

export const textField = (options: Words) => line('text', options)

/** A number that people type with the spaces of a letterhead, such as a VAT number; stored without them. */
export const spacedField = (options: Words): ResourceField => ({
  ...textField(options),
  schema: fieldSchemas.t
    .Transform(fieldSchemas.text(options.max))
    .Decode((value) => value.replace(/\s/g, ''))
    .Encode((value) => value),
})

export const phoneField = (options: Words): ResourceField => ({
  ...line('tel', { short: true, ...options }),
  cell: ({ value }) => (value ? <TelLink number={String(value)} /> : ''),
  fact: (number) => <TelLink number={number} />,
})

export const emailField = (options: Words): ResourceField => ({
  ...line('email', {
    check: (value: string) =>
      value && !/^[^\s@]+@[^\s@]+$/.test(value) ? 'This is not an e-mail address.' : undefined,
    ...options,
  }),
  fact: (address) => <a href={`mailto:${address}`}>{address}</a>,
})

export const areaField = ({ max, rows = 3, ...options }: Words & { rows?: number }): ResourceField => ({
  ...asIs,
  ...options,
  kind: { kind: 'text', max, rows },
  schema: fieldSchemas.text(max, { multiline: true }),
  input: (c) => <TextArea {...control(c)} value={c.value as string} maxlength={max} rows={rows} />,
})

export const colourField = ({ stripe, ...options }: Options & { stripe?: boolean }): ResourceField => ({
  ...asIs,
  ...options,
  schema: fieldSchemas.colour(),
  input: (c) => <ColourInput {...control(c)} value={c.value as string} />,
  cell: ({ value }) => (stripe ? <Stripe colour={value as string} /> : <Dot colour={value as string} />),
})

export const dateField = (options: Options): ResourceField => ({
  ...asIs,
  ...options,
  schema: fieldSchemas.date(),
  input: (c) => <DateInput {...control(c)} value={c.value as string} />,
  cell: ({ value }) => <DateText date={value as string} />,
})

export const derivedField = ({
  from,
  ...options
}: Options & { from: (found: FieldCell['found']) => unknown; reply?: TSchema }): ResourceField => ({
  reply: fieldSchemas.t.String(),
  ...options,
  json: ({ found }) => from(found),
  format: () => '',
  input: () => null,
  cell: ({ found }) => String(from(found)),
})

export const readonlyField = (options: Options): ResourceField => ({ ...asIs, ...options, input: () => null })
