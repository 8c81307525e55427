import { choice, flag, id, integer, object, reference, t, text } from '#server/http/fields.ts'

export const AssetCodeQuery = object({ code: text(60, { required: true }) })

export const AllocationsBody = t.Array(
  object({ code: text(60, { required: true }), quantity: t.Optional(integer(0, 1_000_000)) }),
  { maxItems: 500, error: 'must be a list of { code, quantity }' },
)

/** Whose pieces: our own, or those that Marss holds. */
export const AvailabilityOf = object({ platform: t.Optional(choice('marss')) })

/** A piece by its barcode or its id; `role` 1 goes into the job (the default), 2 comes out of it. */
export const EquipmentScan = object({
  barcode: t.Optional(text(80)),
  equipmentid: t.Optional(reference()),
  role: t.Optional(integer(1, 2)),
})

export const EquipmentProcessing = object({
  jobid: id(),
  role: t.Optional(integer(1, 2)),
  processed: t.Optional(flag()),
})

export const PieceOnJob = t.Object({ id: id(), equipmentId: id() })

export const PieceState = object({ role: t.Optional(integer(1, 2)), processed: t.Optional(flag()) })

export const PieceToJob = object({ job: reference(), role: t.Optional(integer(1, 2)) })

export const AvailabilityQuery = object({ search: t.Optional(text(120)), marss: t.Optional(flag()) })

/** With `list`, as few words as stand in one cell. */
export const PlacesQuery = object({ list: t.Optional(flag()) })
