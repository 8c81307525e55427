import { getSchemaValidator } from 'elysia'
import { Problem } from '#server/errors.ts'
import { bodyChecker } from '#server/http/body/check-body.ts'
import { refuseInvalidInput, type TSchema } from '#server/http/fields.ts'
import { splitQuerySchema } from '#server/http/query.ts'

/** What the program says of a body before its handler runs, asked without a request; null when it goes on. */
export function bodyRefusals(schema: TSchema): (body: unknown) => Problem | null {
  const check = bodyChecker(schema)
  return (body) => {
    try {
      refuseInvalidInput({ params: undefined, query: undefined, body: check(body) })
      return null
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
}

/** Whether the schema of a query refuses these fields, as the program asks it before anything reads them. */
export function queryRefusals(schema: TSchema): (query: Record<string, string>) => boolean {
  const compiled = getSchemaValidator(splitQuerySchema(schema).schema, { normalize: false, coerce: true })
  return (query) => !compiled.Check(query)
}
