import { id, integer, object, quantity, reference, t, text } from '#server/http/fields.ts'

const LINES_AT_ONCE = 500

const at = { materialid: id(), storageid: t.Optional(reference()) }
const many = { minItems: 1, maxItems: LINES_AT_ONCE }

/** Decision F9. Without a place, from the one that the list names. */
export const Picks = object({ jobid: id(), lines: t.Array(object({ ...at, quantity: quantity() }), many) })
export const PickedFigures = object({
  jobid: id(),
  lines: t.Array(object({ ...at, picked: quantity() }), many),
})

export const PickForm = object({ ...at, quantity: quantity() })
export const PickedForm = object({ ...at, picked: quantity() })
export const PickAt = t.Object({ id: id(), seq: integer(1, 999_999_999) })

/** By what was scanned, or by the line itself. */
export const LineQuery = object({ code: t.Optional(text(120)), materialid: t.Optional(id()) })
