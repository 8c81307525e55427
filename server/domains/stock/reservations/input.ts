import { object, quantity, reference, t, version } from '#server/http/fields.ts'

/** In the unit of the line, of all that it plans and has not used; 0 reserves all again. */
export const Release = object({ released: quantity(), version: version() })

/** What is given up on top of what was. */
export const ReleaseForm = object({ quantity: quantity() })
export const ReserveQuery = object({ released: t.Optional(quantity()) })
/** From which job the figures are asked for. */
export const SourcesQuery = object({ jobid: t.Optional(reference()) })
