import { inventorySorts } from '#db/queries/catalogue/inventory.ts'
import {
  choice,
  flag,
  id,
  integer,
  listQuery,
  object,
  reference,
  type TSchema,
  t,
  text,
} from '#server/http/fields.ts'
import { classValues } from './input-classes.ts'

const sort = () =>
  t.String({
    pattern: `^-?(${inventorySorts.join('|')})$`,
    error: `must be one of ${inventorySorts.join(', ')}, with - before it for the other way round`,
  })

const narrowing = {
  search: listQuery.search,
  archived: listQuery.archived,
  sort: t.Optional(sort()),
}

/** Of a picker. `of`: where items are bought, what they cost stands in place of their prices. */
export const notesAsked = { of: t.Optional(choice('cost')) }

/** The page's address. `open` is the code of the item whose dialog stands open; `add` opens that of a new one. */
export const PageQuery = object({
  ...narrowing,
  open: t.Optional(text(80)),
  add: t.Optional(flag()),
})

const folded = t.String({ maxLength: 2_000, pattern: '^[0-9a-z.]*$' })

export const SectionsQuery = object({
  ...narrowing,
  products: t.Optional(flag()),
  folded: t.Optional(folded),
})

/** Stretches as `section.skip.take`, with commas between them; `none` is the section of no category. */
export const RowsQuery = object({
  ...narrowing,
  products: t.Optional(flag()),
  ranges: t.String({
    maxLength: 2_000,
    pattern:
      '^(none|[0-9a-f-]{36})\\.[0-9]{1,6}\\.[0-9]{1,3}(,(none|[0-9a-f-]{36})\\.[0-9]{1,6}\\.[0-9]{1,3}){0,19}$',
    error: 'must be at most twenty stretches such as none.0.50',
  }),
})

export const ClassesQuery = object({
  skip: t.Optional(integer(0, 10_000_000)),
  take: listQuery.take as TSchema,
})

export const NewClass = object({ categoryid: reference(), ...classValues })
export const ClassChange = object({ categoryid: reference(), ...classValues, archived: t.Optional(flag()) })

export const SyncQuery = object({ platform: choice('xero', 'marss') })

export const MarssKey = object({ key: text(400) })

/** Without items, all that have one. */
const ItemIds = t.Optional(t.Array(id(), { maxItems: 100, error: 'must be a list of at most 100 ids' }))

export const ConfirmedPrices = object({ items: ItemIds, costs: ItemIds, confirmed: t.Optional(flag()) })

/** By a button: ids with commas. */
export const ConfirmedByButton = object({
  items: t.Optional(text(4_000)),
  costs: t.Optional(text(4_000)),
  undo: t.Optional(flag()),
})
