import { TransformKind, type TSchema } from '@sinclair/typebox'
import { TransformDecode } from '@sinclair/typebox/value'

/** Elysia reads a query twice, and 19,00 read as 190 000 ten-thousandths and read again is 1 900 000 000. */
export function splitQuerySchema(query: TSchema): { schema: TSchema; read(checked: unknown): unknown } {
  return { schema: withoutTransforms(query), read: (checked) => TransformDecode(query, [], checked) }
}

function withoutTransforms<T>(part: T): T {
  if (typeof part !== 'object' || part === null || part instanceof RegExp) return part
  if (Array.isArray(part)) return part.map(withoutTransforms) as T
  const kept = Reflect.ownKeys(part).filter((key) => key !== TransformKind)
  return Object.fromEntries(
    kept.map((key) => [key, withoutTransforms((part as Record<PropertyKey, unknown>)[key])]),
  ) as T
}
