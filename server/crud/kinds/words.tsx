import * as of from '#server/http/fields.ts'
import { DateText } from '#views/ui/datetime.tsx'
import { ColourInput, DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Dot, Stripe } from '#views/ui/small.tsx'
import type { At, Control, Field, Options } from '../field.ts'

export const control = ({ label, name, required, hint, width, autoFocus }: Control) => ({
  label,
  name,
  required,
  hint,
  width,
  autoFocus,
})

const asIs = {
  json: ({ value }: At) => value,
  words: (value: unknown) => String(value ?? ''),
  cell: ({ value }: At) => value as string,
}

type Words = Options & { max: number }
type InputType = 'text' | 'email' | 'tel'

const line = (type: InputType, { max, ...options }: Words): Field => ({
  ...asIs,
  ...options,
  kind: { kind: type === 'email' ? 'email' : 'text', max },
  schema: of.text(max),
  input: (c) => <TextInput {...control(c)} type={type} value={c.value as string} maxlength={max} />,
})

export const text = (options: Words) => line('text', options)

/** A number that people type with the spaces of a letterhead, such as a VAT number; stored without them. */
export const spaced = (options: Words): Field => ({
  ...text(options),
  schema: of.t
    .Transform(of.text(options.max))
    .Decode((value) => value.replace(/\s/g, ''))
    .Encode((value) => value),
})

export const phone = (options: Words) => line('tel', { short: true, ...options })

export const email = (options: Words) =>
  line('email', {
    check: (value: string) =>
      value && !/^[^\s@]+@[^\s@]+$/.test(value) ? 'This is not an e-mail address.' : undefined,
    ...options,
  })

export const area = ({ max, rows = 3, ...options }: Words & { rows?: number }): Field => ({
  ...asIs,
  ...options,
  kind: { kind: 'text', max },
  schema: of.text(max),
  input: (c) => <TextArea {...control(c)} value={c.value as string} maxlength={max} rows={rows} />,
})

export const colour = ({ stripe, ...options }: Options & { stripe?: boolean }): Field => ({
  ...asIs,
  ...options,
  schema: of.colour(),
  input: (c) => <ColourInput {...control(c)} value={c.value as string} />,
  cell: ({ value }) => (stripe ? <Stripe colour={value as string} /> : <Dot colour={value as string} />),
})

export const date = (options: Options): Field => ({
  ...asIs,
  ...options,
  schema: of.date(),
  input: (c) => <DateInput {...control(c)} value={c.value as string} />,
  cell: ({ value }) => <DateText date={value as string} />,
})

/** Something worked out from the stored row: read, never sent. */
export const derived = ({
  from,
  ...options
}: Options & { from: (found: At['found']) => unknown }): Field => ({
  ...options,
  json: ({ found }) => from(found),
  words: () => '',
  input: () => null,
  cell: ({ found }) => String(from(found)),
})

export const readonly = (options: Options): Field => ({ ...asIs, ...options, input: () => null })
