import type { Shape } from '#server/replies/types.ts'
import { SENTINEL } from './sentinels.ts'

type Named = Record<string, Shape>

/** Where a value differs from a shape: also a field that the shape does not name. */
export function shapeFaults(value: unknown, shape: Shape | false, named: Named, at = 'data'): string[] {
  if (shape === false) return [`${at} should not be there`]
  if (shape.$ref) return shapeFaults(value, named[shape.$ref.split('/').at(-1) ?? ''] ?? {}, named, at)
  if (shape.anyOf) return anyFaults(value, shape.anyOf, named, at)
  if ('const' in shape)
    return value === shape.const ? [] : [`${at} is ${brief(value)}, not ${brief(shape.const)}`]
  if (shape.enum)
    return shape.enum.includes(value) || isSentinel(value)
      ? []
      : [`${at} is ${brief(value)}, none of ${brief(shape.enum)}`]
  if (!shape.type) return []
  if (typeOf(value) !== (shape.type === 'integer' ? 'number' : shape.type))
    return [`${at} is ${brief(value)}, no ${shape.type}`]
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      shapeFaults(one, shape.prefixItems?.[index] ?? shape.items ?? {}, named, `${at}[${index}]`),
    )
  return shape.type === 'object' ? objectFaults(value as Record<string, unknown>, shape, named, at) : []
}

function objectFaults(value: Record<string, unknown>, shape: Shape, named: Named, at: string): string[] {
  const { properties = {}, required = [], additionalProperties } = shape
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`)
  const rest = additionalProperties ?? (shape.properties ? false : {})
  return [
    ...missing,
    ...Object.entries(value).flatMap(([name, one]) =>
      shapeFaults(one, properties[name] ?? rest, named, `${at}.${name}`),
    ),
  ]
}

/** Of the shape that comes nearest. */
function anyFaults(value: unknown, shapes: Shape[], named: Named, at: string): string[] {
  let nearest: string[] | undefined
  for (const shape of shapes) {
    const faults = shapeFaults(value, shape, named, at)
    if (faults.length === 0) return []
    const isNearer = !nearest || (typeOf(value) === 'object' && faults.length < nearest.length)
    if (isNearer) nearest = faults
  }
  return nearest ?? []
}

/** What stands in the data to be found again is none of the words that the program writes there. */
const isSentinel = (value: unknown) => typeof value === 'string' && value.startsWith(SENTINEL)

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 80)
