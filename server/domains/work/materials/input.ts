import { LINES_AT_ONCE, lineFields } from '#server/domains/work/jobs/line-fields.ts'
import { bodySchema } from '#server/http/body-schema.ts'
import { integer, object, quantity, t, version } from '#server/http/fields.ts'

export const NewLineBody = object({
  jobid: t.String({ maxLength: 100 }),
  ...bodySchema(lineFields),
  role: integer(1, 4),
  estimated: quantity(),
})

export const ManyLines = t.Array(NewLineBody, { minItems: 1, maxItems: LINES_AT_ONCE })

export const LineChangeBody = object({
  ...bodySchema(lineFields),
  version: version(),
})

export const ManyLineChanges = t.Array(
  object({ ...LineChangeBody.properties, id: t.String({ maxLength: 100 }) }),
  {
    minItems: 1,
    maxItems: LINES_AT_ONCE,
  },
)

export const LineIds = t.Array(t.String({ maxLength: 100 }), { minItems: 1, maxItems: 1000 })
