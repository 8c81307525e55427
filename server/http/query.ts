import { TransformKind, type TSchema } from '@sinclair/typebox'
import { TransformDecode } from '@sinclair/typebox/value'
import { Problem } from '#server/errors.ts'

const MAX_FIELDS = 100
/** A call that names 500 ids, the commas between them encoded. */
const MAX_CHARACTERS = 24 * 1024

/** Before anything reads it. @throws 400 */
export function checkQueryLength(url: string) {
  const start = url.indexOf('?')
  if (start < 0) return
  let fields = 0
  for (let at = start + 1, from = at; at <= url.length; at++) {
    if (at < url.length && url[at] !== '&') continue
    if (at - from > MAX_CHARACTERS)
      throw new Problem(400, `A field of an address may have at most ${MAX_CHARACTERS} characters.`)
    if (++fields > MAX_FIELDS) throw new Problem(400, `An address may have at most ${MAX_FIELDS} fields.`)
    from = at + 1
  }
}

/** Elysia reads a query twice, and 19,00 read as 190 000 ten-thousandths and read again is 1 900 000 000. */
export function splitQuerySchema(query: TSchema): { schema: TSchema; read(checked: unknown): unknown } {
  return { schema: withoutTransforms(query), read: (checked) => TransformDecode(query, [], checked) }
}

function withoutTransforms<T>(part: T): T {
  if (typeof part !== 'object' || part === null || part instanceof RegExp) return part
  if (Array.isArray(part)) {
    const parts = part.map(withoutTransforms)
    return parts.some((one, at) => one !== part[at]) ? (parts as T) : part
  }
  const [before, changed] = [part as Record<PropertyKey, unknown>, {} as Record<PropertyKey, unknown>]
  for (const key of Reflect.ownKeys(part)) {
    const after = withoutTransforms(before[key])
    if (after !== before[key]) changed[key] = after
  }
  // Most hold no transform: a copy of each would take a tenth of the start.
  if (!(TransformKind in part) && Reflect.ownKeys(changed).length === 0) return part
  const { [TransformKind]: _, ...kept } = { ...before, ...changed }
  return kept as T
}
