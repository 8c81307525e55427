import { invalid } from '#server/errors.ts'
import { id, object, quantity, reference, t, version } from '#server/http/fields.ts'
import { DecimalError, parseQuantity } from '#server/money/decimal.ts'

const MOST = 250

export const Finish = object({
  quantity: quantity(),
  /** What was really used; without it, in proportion to the plan. */
  inputs: t.Optional(
    t.Array(object({ materialid: id(), quantity: quantity() }), {
      maxItems: MOST,
      error: 'must be a list of { materialid, quantity }',
    }),
  ),
  version: version(),
})

/** The line of a product on the same job; empty: for the job itself. */
export const InputFor = object({ jobproduct: reference() })

/** What a browser sends of inputs of one name: one text, or many in their order. */
const texts = () =>
  t.Optional(
    t.Union([t.String({ maxLength: 100 }), t.Array(t.String({ maxLength: 100 }), { maxItems: MOST })], {
      error: 'must be texts',
    }),
  )

export const FinishForm = object({
  quantity: quantity(),
  version: version(),
  materialid: texts(),
  used: texts(),
})

type Typed = { materialid?: string | string[]; used?: string | string[] }

/** @throws a refusal of `used` for what is no figure */
export function typedInputs({ materialid = [], used = [] }: Typed) {
  const figures = [used].flat()
  return [materialid].flat().map((id, at) => ({ materialid: id, quantity: parseUsed(figures[at] ?? '') }))
}

function parseUsed(text: string) {
  if (!text.trim()) return null
  try {
    return parseQuantity(text, 'quantity used')
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ used: error.message }) : error
  }
}

export const SharesQuery = object({ quantity: t.Optional(t.Union([t.Literal(''), quantity()])) })
