import { invalid } from '#server/errors.ts'
import { choice, id, object, percent, quantity, reference, t, text } from '#server/http/fields.ts'
import { DecimalError, parseQuantity } from '#server/money/decimal.ts'

/** More would be no list that anybody could read. */
const MAX_INPUTS = 200

const amounts = {
  quantity: quantity(),
  unit: t.Optional(text(40)),
  scrap: t.Optional(percent()),
}

export const Inputs = t.Array(object({ inventoryid: reference(), ...amounts }), {
  maxItems: MAX_INPUTS,
  error: `must be a list of at most ${MAX_INPUTS} { inventoryid, quantity, unit?, scrap? }`,
})

export const ByInput = t.Object({ id: id(), inputid: id() })

/** A row of the tab: of an item that stands in the list, or of one that is added. */
export const InputRowForm = object({ inventoryid: reference(), ...amounts })

export const InputStep = object({ step: choice('up', 'down', 'remove') })

export const CopyForm = object({ from: reference() })

/** What an Undo brings back, and the mark of what it may take the place of. */
export const RestoreQuery = object({
  rows: t.String({ maxLength: 8_000 }),
  seen: t.String({ maxLength: 40 }),
})

export const NeedsQuery = object({ quantity: t.Optional(t.Union([t.Literal(''), quantity()])) })

/** Lists with commas, one as long as the other; quantities with a decimal point, in base units. */
export const InputCostQuery = object({ items: text(8_000), quantities: text(8_000) })

/** @throws a refusal of `quantities` for what is no figure, or not one for each item */
export function readInputQuantities({ items, quantities }: { items: string; quantities: string }) {
  const ids = items.split(',').filter(Boolean)
  const figures = quantities.split(',')
  if (ids.length > MAX_INPUTS) throw invalid({ items: `This takes at most ${MAX_INPUTS} items.` })
  return ids.map((id, at) => {
    try {
      return { id, quantity: parseQuantity(figures[at] ?? '') }
    } catch (error) {
      throw error instanceof DecimalError ? invalid({ quantities: error.message }) : error
    }
  })
}
