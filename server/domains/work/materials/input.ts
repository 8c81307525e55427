import {
  flag,
  integer,
  object,
  percent,
  quantity,
  rate,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'

/** 1 to 5 (spec 2, section 3); nothing or 0 is "no class". */
const inventoryclass = () =>
  t
    .Transform(
      t.Union([t.Null(), t.Integer({ minimum: 0, maximum: 5 }), t.String({ pattern: '^[0-5]?$' })], {
        error: 'must be a class from 1 to 5',
      }),
    )
    .Decode((value) => Number(value ?? 0) || null)
    .Encode((value) => value)

const fields = {
  description: t.Optional(text(500)),
  linerate: t.Optional(rate()),
  costrate: t.Optional(rate()),
  discount: t.Optional(percent()),
  consumed: t.Optional(quantity()),
  nonbillable: t.Optional(flag()),
  inventoryclass: t.Optional(inventoryclass()),
  unit: t.Optional(text(60)),
  division: t.Optional(reference()),
  storageid: t.Optional(reference()),
}

/** 1 input material, 2 output material, 3 equipment in process, 4 other. */
const role = () => integer(1, 4)

export const NewLineBody = object({
  jobid: t.String({ maxLength: 100 }),
  inventoryid: t.Optional(reference()),
  role: role(),
  estimated: quantity(),
  ...fields,
})

export const ManyLines = t.Array(NewLineBody, { minItems: 1, maxItems: 500 })

export const LineChangeBody = object({
  inventoryid: t.Optional(reference()),
  role: t.Optional(role()),
  estimated: t.Optional(quantity()),
  ...fields,
  version: version(),
})

export const LineIds = t.Array(t.String({ maxLength: 100 }), { minItems: 1, maxItems: 1000 })
