import { choiceOrAll, flag, listQuery, object, t } from '#server/http/fields.ts'

const ROWS = 500
const many = { maxItems: ROWS, error: `must be a list of at most ${ROWS} rows` }
const whose = t.Optional(choiceOrAll('open', 'approved'))
/** `item:supplier`: of whom an item is to be bought in place of its own supplier; several with a comma between. */
const from = t.Optional(t.String({ maxLength: 20_000 }))

export const OrderingQuery = object({
  whose,
  from,
  search: listQuery.search,
  supplier: t.Optional(t.String({ maxLength: 40 })),
  late: t.Optional(flag()),
})

/** `rows`: ids of proposals, as the list of them gives them. */
export const ProposalsChosen = object({
  whose,
  from,
  rows: t.Array(t.String({ maxLength: 60 }), { ...many, minItems: 1 }),
})

export const ProposalsForm = object({
  whose,
  from,
  rows: t.Optional(t.Union([t.String({ maxLength: 60 }), t.Array(t.String({ maxLength: 60 }), many)])),
})
