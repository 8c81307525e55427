import { date, integer, object, quantity, reference, t, text } from '#server/http/fields.ts'

export const StockMovement = object({
  inventoryid: t.String({ maxLength: 100 }),
  quantity: quantity(),
  unit: t.Optional(text(60)),
  storageid: t.Optional(reference()),
  effectivedate: t.Optional(date()),
  note: t.Optional(text(500)),
})

export const StockQuery = object({
  inventoryids: t.String({ maxLength: 20_000, error: 'must be ids with commas between them' }),
})

export const LedgerQuery = object({
  take: t.Optional(integer(1, 500)),
  before: t.Optional(integer(1, 999_999_999)),
})
