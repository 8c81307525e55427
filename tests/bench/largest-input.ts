import type { Schema } from '#tests/attack/support.ts'
import type { ManyIds } from './hold-data.ts'

type Bounded = Schema & {
  maxLength?: number
  maxItems?: number
  maximum?: number
  patternProperties?: unknown
}

/** Of lists and objects whose schema names no bound: the bounds of the body hold alone. */
const UNBOUNDED = 500

/** The largest body that a schema takes, whose references are records that are there. */
export function largestInput(schema: Bounded | undefined, ids: ManyIds, name = '', at = 0): unknown {
  if (!schema) return
  const { type, properties, items, anyOf, additionalProperties } = schema
  if ('const' in schema) return schema.const
  if (anyOf) return largestOf(anyOf.map((one) => largestInput(one, ids, name, at)))
  if (type === 'array')
    return Array.from({ length: schema.maxItems ?? UNBOUNDED }, (_, n) => largestInput(items, ids, name, n))
  if (type === 'object' || properties) {
    const named = Object.entries(properties ?? {}).filter(([key]) => key !== 'id' && key !== 'version')
    const open = schema.patternProperties || typeof additionalProperties === 'object'
    return Object.fromEntries([
      ...named.map(([key, part]) => [key, largestInput(part, ids, key, at)]),
      ...Array.from({ length: open ? UNBOUNDED : 0 }, (_, n) => [`name${n}`, 'see']),
    ])
  }
  if (type === 'string') return largestText(schema, ids, name, at)
  if (type === 'boolean') return true
  return type === 'null' ? null : Math.min(schema.maximum ?? 10, 10)
}

const largestOf = (values: unknown[]) =>
  values.toSorted((a, b) => (JSON.stringify(b) ?? '').length - (JSON.stringify(a) ?? '').length)[0]

function largestText({ pattern, maxLength = 40 }: Bounded, ids: ManyIds, name: string, at: number): string {
  const table = [
    name,
    `${name}s`,
    name.replace(/id$/, ''),
    name.replace(/ids?$/, 's'),
    name.replace(/y$/, 'ies'),
  ]
    .concat(name === 'inventoryid' ? 'inventory' : [])
    .find((one) => one in ids)
  const known = table ? (ids[table] ?? []) : []
  if (known.length > 0) return known[at % known.length] as string
  const words = 'Replace the valve & test <it> '
  const long = words
    .repeat(Math.ceil(maxLength / words.length))
    .slice(0, maxLength)
    .trimEnd()
  const written = [long, '2026-11-21', '10', '#336699', 'a', '']
  return written.find((one) => !pattern || new RegExp(pattern).test(one)) ?? ''
}
