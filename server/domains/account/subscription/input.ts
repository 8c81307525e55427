import { type FeeChoice, MAX_FEE_QUANTITY } from '#server/domains/account/fees/price.ts'
import { invalid } from '#server/errors.ts'
import { choice, flag, integer, listQuery, object, t, text, version } from '#server/http/fields.ts'

/** The chooser's form: a plan, and a number for each add-on under `n-` and its id. */
export const ChooserForm = t.Object(
  {
    plan: t.Optional(t.String({ maxLength: 40 })),
    step: t.Optional(choice('1', '10')),
    add: t.Optional(t.String({ maxLength: 40 })),
    take: t.Optional(t.String({ maxLength: 40 })),
  },
  { additionalProperties: t.String({ maxLength: 40 }) },
)
export type ChooserFields = { plan?: string; step?: '1' | '10'; add?: string; take?: string }

/** @throws naming the field that is no number */
export function readChooser(form: ChooserFields): { planid?: string; step: 1 | 10; counted: FeeChoice } {
  const step = form.step === '10' ? 10 : 1
  const counted = new Map<string, number>()
  for (const [name, value] of Object.entries(form)) {
    if (!name.startsWith('n-')) continue
    const typed = String(value).trim()
    if (!/^\d{0,6}$/.test(typed) || Number(typed) > MAX_FEE_QUANTITY)
      throw invalid({ [name]: `It must be a whole number from 0 to ${MAX_FEE_QUANTITY}.` })
    counted.set(name.slice(2), Number(typed))
  }
  const move = (id: string | undefined, by: number) => {
    if (id) counted.set(id, (counted.get(id) ?? 0) + by)
  }
  move(form.add, step)
  move(form.take, -step)
  return { planid: form.plan, step, counted }
}

export const CoreFeeList = object({ archived: t.Optional(flag()), sort: listQuery.sort })

const reference = t.String({ maxLength: 40 })

/** Spec 1, section 7. `corefee` is an id, or a core fee as it was read. */
export const AccountFees = t.Array(
  t.Object(
    {
      id: t.Optional(t.Union([reference, t.Null()], { error: 'must be the id of an account fee' })),
      quantity: integer(0, MAX_FEE_QUANTITY),
      corefee: t.Union([reference, t.Object({ id: reference }, { additionalProperties: true })], {
        error: 'must be the id of a core fee',
      }),
      new: t.Optional(flag()),
      paid: t.Optional(integer(0, MAX_FEE_QUANTITY)),
    },
    { additionalProperties: false },
  ),
  { maxItems: 200 },
)

/** @throws when one is named twice */
export function parseChoice(fees: { quantity: number; corefee: string | { id: string } }[]): FeeChoice {
  const ids = fees.map(({ corefee }) => (typeof corefee === 'string' ? corefee : corefee.id))
  if (new Set(ids).size < ids.length) throw invalid({ corefee: 'Each fee is named once.' })
  return new Map(ids.map((id, i): [string, number] => [id, fees[i]?.quantity ?? 0]).filter(([, n]) => n > 0))
}

/** A form whose only box is not ticked sends nothing at all. */
export const StopForm = t.Optional(object({ confirm: t.Optional(flag()) }))

const price = () =>
  t.String({
    pattern: '^\\s*[0-9 \\u00a0\\u202f]{1,15}([.,][0-9]{1,2})?\\s*$',
    error: 'must be an amount in rand',
  })

export const CoreFeeForm = object({
  code: text(30, { required: true }),
  name: text(60, { required: true }),
  description: t.Optional(text(200)),
  amount: t.Union([price(), t.Number({ minimum: 0, maximum: 10_000_000 })], {
    error: 'must be an amount in rand',
  }),
  size: integer(1, 3),
  kind: choice('plan', 'addon'),
  class: choice('seats', 'service'),
  quantity: t.Optional(integer(0, 10_000)),
  version: version(),
})
