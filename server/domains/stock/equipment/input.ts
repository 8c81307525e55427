import { flag, id, integer, object, t, text } from '#server/http/fields.ts'

export const AssetCodeQuery = object({ code: text(60, { required: true }) })

export const AllocationsBody = t.Array(
  object({ code: text(60, { required: true }), quantity: t.Optional(integer(0, 1_000_000)) }),
  { maxItems: 500, error: 'must be a list of { code, quantity }' },
)

/** `role` 1 goes into the job (the default), 2 comes out of it. */
export const EquipmentScan = object({
  barcode: text(80, { required: true }),
  role: t.Optional(integer(1, 2)),
})

export const EquipmentProcessing = object({
  jobid: id(),
  role: t.Optional(integer(1, 2)),
  processed: t.Optional(flag()),
})

export const AvailabilityQuery = object({ search: t.Optional(text(120)) })
