import type { Field, Fields } from '#server/record-fields.ts'
import { date, flag, integer, reference, t, text } from './fields.ts'

const schemas = {
  text: (field: Field) => t.Optional(text(field.kind === 'text' ? field.max : 0)),
  reference: () => t.Optional(reference()),
  list: () => t.Optional(t.Array(t.String({ maxLength: 40 }), { maxItems: 50 })),
  flag: () => t.Optional(flag()),
  date: () => t.Optional(date()),
  minutes: () =>
    t.Optional(t.Union([t.Null(), integer(0, 10_000_000)], { error: 'must be a whole number of minutes' })),
}

type Schemas<F extends Fields> = { [Name in keyof F]: ReturnType<(typeof schemas)[F[Name]['kind']]> }

/** The properties of a body that may name each of these fields. */
export const bodyOf = <F extends Fields>(fields: F): Schemas<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemas[field.kind](field)]),
  ) as Schemas<F>
