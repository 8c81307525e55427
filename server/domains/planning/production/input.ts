import { invalid } from '#server/errors.ts'
import { date, id, integer, listQuery, object, quantity, reference, t } from '#server/http/fields.ts'
import { DecimalError, parseQuantity, type Quantity } from '#server/money/decimal.ts'

const weeks = t.Optional(
  t.Union([t.Literal(''), integer(1, 53)], { error: 'must be a whole number of weeks from 1 to 53' }),
)

const fields = { weeks, search: listQuery.search, category: t.Optional(t.String({ maxLength: 40 })) }

export const ProductionQuery = object({ ...fields, skip: listQuery.skip, take: listQuery.take })
export const ProposalsQuery = object(fields)

const MOST_ROWS = 100

/** `proposed`: what the person saw, who is told where it has changed. */
export const MakeJobs = object({
  boardid: id(),
  category: t.Optional(reference()),
  weeks,
  rows: t.Array(
    object({
      inventoryid: id(),
      day: t.Optional(date()),
      quantity: quantity(),
      proposed: t.Optional(quantity()),
    }),
    { maxItems: MOST_ROWS, error: `must be a list of at most ${MOST_ROWS} { inventoryid, day?, quantity }` },
  ),
})

/** What a browser sends of inputs of one name: one text, or many in their order. */
const typed = () =>
  t.Optional(
    t.Union([t.String({ maxLength: 100 }), t.Array(t.String({ maxLength: 100 }), { maxItems: 500 })], {
      error: 'must be texts',
    }),
  )

/** Three boxes of each row in the order of the rows; `chosen` holds the rows that are made. */
export const MakeJobsForm = object({
  boardid: id(),
  category: t.Optional(reference()),
  weeks,
  row: typed(),
  quantity: typed(),
  proposed: typed(),
  chosen: typed(),
})

type Typed = Partial<Record<'row' | 'quantity' | 'proposed' | 'chosen', string | string[]>>

/** @throws 400 by the field where nothing is chosen, or something is no figure */
export function chosenRows({ row = [], quantity = [], proposed = [], chosen = [] }: Typed) {
  const [quantities, seen, wanted] = [[quantity].flat(), [proposed].flat(), new Set([chosen].flat())]
  const rows = [row].flat().flatMap((name, at) => {
    if (!wanted.has(name)) return []
    const [inventoryid = '', day = ''] = name.split('.')
    return { inventoryid, day, quantity: figure(quantities[at] ?? ''), proposed: figure(seen[at] ?? '') }
  })
  if (rows.length === 0) throw invalid({ chosen: 'Choose at least one row.' })
  return rows
}

function figure(text: string): Quantity {
  try {
    return parseQuantity(text, 'quantity')
  } catch (error) {
    throw error instanceof DecimalError ? invalid({ quantity: error.message }) : error
  }
}
