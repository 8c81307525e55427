import { ledgerKinds } from '#db/schema/tenant/index.ts'
import {
  choice,
  choiceOrAll,
  date,
  flag,
  integer,
  listQuery,
  object,
  quantity,
  rate,
  reference,
  t,
  text,
} from '#server/http/fields.ts'

export const StockMovement = object({
  inventoryid: t.String({ maxLength: 100 }),
  quantity: quantity(),
  unit: t.Optional(text(60)),
  storageid: t.Optional(reference()),
  effectivedate: t.Optional(date()),
  note: t.Optional(text(500)),
  /** What one of the unit cost without VAT; of what comes in. */
  cost: t.Optional(rate()),
})

export const StockQuery = object({
  inventoryids: t.String({ maxLength: 20_000, error: 'must be ids with commas between them' }),
})

const kind = () => choiceOrAll(...ledgerKinds)

export const LedgerInput = object({
  take: t.Optional(integer(1, 500)),
  before: t.Optional(integer(1, 999_999_999)),
  kind: t.Optional(kind()),
  start: t.Optional(date()),
  end: t.Optional(date()),
})

type Filter = { take?: number; before?: number; kind?: string; start?: string | null; end?: string | null }

export const ledgerFilter = ({ kind, start, end, ...page }: Filter) => ({
  ...page,
  ...(kind ? { kind } : {}),
  ...(start ? { start } : {}),
  ...(end ? { end } : {}),
})

export const CategoryQuery = object({
  codes: t.String({ maxLength: 20_000, error: 'must be categories with commas between them' }),
})

export const StockCount = object({
  inventoryid: t.String({ maxLength: 100 }),
  unit: t.Optional(text(60)),
  effectivedate: t.Optional(date()),
  note: t.Optional(text(500)),
  counts: t.Array(object({ storageid: t.Optional(reference()), counted: quantity() }), {
    minItems: 1,
    maxItems: 500,
  }),
})

export const StockSync = object({ job: t.String({ maxLength: 100 }), restrict: t.Optional(flag()) })

export const MovementForm = object({
  quantity: quantity(),
  unit: t.Optional(text(60)),
  storageid: t.Optional(reference()),
  effectivedate: t.Optional(date()),
  note: t.Optional(text(500)),
  /** What one of the unit cost without VAT; of what comes in. */
  cost: t.Optional(rate()),
})

/** A count's dialog has three fields for each place, numbered: `place-0`, `expected-0`, `counted-0`. */
export const CountForm = t.Object(
  {
    unit: t.Optional(text(60)),
    effectivedate: t.Optional(date()),
    note: t.Optional(text(500)),
    confirmed: t.Optional(flag()),
  },
  { additionalProperties: t.String({ maxLength: 60 }) },
)

/** Of one base unit, without VAT. */
export const StockWorthInput = object({ average: rate(), note: t.Optional(text(500)) })

export const UndoForm = t.Optional(object({ note: t.Optional(text(500)) }))

export const StockAlertQuery = object({
  ...listQuery,
  of: t.Optional(choice('negative', 'minimum')),
})
