import type { Field, Options } from '#server/crud/field.ts'
import { text } from '#server/crud/kinds.ts'
import { text as accepted, t } from '#server/http/fields.ts'

// Ten digits, and the spaces between them as a letterhead has them.
const MOST = 20

/** A VAT number, typed or pasted with spaces and stored without. */
export const vatNumber = (options: Options): Field => ({
  ...text({ ...options, max: MOST }),
  schema: t
    .Transform(accepted(MOST))
    .Decode((value) => value.replace(/\s/g, ''))
    .Encode((value) => value),
})
