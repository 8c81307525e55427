import { getSchemaValidator } from 'elysia'
import type { TSchema } from '#server/http/fields.ts'
import { type InputError, refuseInput } from '#server/http/refuse-input.ts'

/** As many fields as one answer names. */
const MAX_ERRORS = 64

/**
 * Elysia's own check would write the whole refused value into its error, however deep and large that is.
 * Compiled at the first request, since few routes of a running program are ever called.
 */
export function bodyChecker(schema: TSchema): (body: unknown) => unknown {
  let compiled: ReturnType<typeof compile> | undefined
  return (body) => {
    compiled ??= compile(schema)
    const given = isFilled(body)
    if (!given && compiled.isOptional) return body
    if (!compiled.Check(body)) throw refuseInput(errorsIn(compiled.Errors(body)))
    return given && compiled.hasTransform ? compiled.Decode(body) : body
  }
}

const compile = (schema: TSchema) => getSchemaValidator(schema, { normalize: false })

const isFilled = (body: unknown) =>
  body !== undefined && body !== null && (typeof body !== 'object' || Object.keys(body).length > 0)

function errorsIn(errors: Iterable<InputError>): InputError[] {
  const found: InputError[] = []
  for (const error of errors) {
    found.push(error)
    if (found.length === MAX_ERRORS) break
  }
  return found
}
