import { Type } from '@sinclair/typebox'
import type { FieldDeclaration, FieldDeclarations } from '#server/record-fields.ts'
import {
  date,
  flag,
  integer,
  minutesField,
  percent,
  quantity,
  rate,
  reference,
  type TSchema,
  t,
  text,
} from './fields.ts'

/** 1 to 5 (specification 2, section 3); nothing or 0 is "no class". */
const inventoryClass = () =>
  t
    .Transform(
      t.Union([t.Null(), Type.Integer({ minimum: 0, maximum: 5 }), t.String({ pattern: '^[0-5]?$' })], {
        error: 'must be a class from 1 to 5',
      }),
    )
    .Decode((value) => Number(value ?? 0) || null)
    .Encode((value) => value)

type Of<Kind extends FieldDeclaration['kind']> = Extract<FieldDeclaration, { kind: Kind }>

const schemas = {
  text: ({ max, required, rows }: Of<'text'>) =>
    t.Optional(text(max, { required, multiline: rows !== undefined })),
  email: ({ max }: Of<'email'>) => t.Optional(text(max)),
  reference: () => t.Optional(reference()),
  list: () => t.Optional(t.Array(t.String({ maxLength: 40 }), { maxItems: 50 })),
  flag: () => t.Optional(flag()),
  date: () => t.Optional(date()),
  minutes: () => t.Optional(minutesField()),
  rate: () => t.Optional(rate()),
  quantity: () => t.Optional(quantity()),
  percent: () => t.Optional(percent()),
  discount: () => t.Optional(percent()),
  class: () => t.Optional(inventoryClass()),
  role: () => t.Optional(integer(1, 4)),
}

type Schemas<F extends FieldDeclarations> = {
  [Name in keyof F]: ReturnType<(typeof schemas)[F[Name]['kind']]>
}

export const bodySchema = <F extends FieldDeclarations>(fields: F): Schemas<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (schemas[field.kind] as (declared: typeof field) => TSchema)(field),
    ]),
  ) as Schemas<F>
