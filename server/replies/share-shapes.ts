import type { CallReply, Replies, Shape } from './types.ts'

/** Shorter ones are as well said again. */
const WORTH = 300

/** Says once, under a name of its own, what many calls answer: an invoice is the answer of a dozen. */
export function shareShapes({ calls, named }: Replies): Replies {
  const all: Record<string, Shape> = { ...named }
  const refs = new Map<string, Shape>()
  const counts = new Map<string, number>()
  for (const { data } of Object.values(calls)) if (data) count(data, counts)

  const share = (shape: Shape, address: string): Shape => {
    const text = JSON.stringify(shape)
    if (!isLong(shape, text) || (counts.get(text) ?? 0) < 2)
      return mapParts(shape, (part) => share(part, address))
    const known = refs.get(text)
    if (known) return known
    const name = freeName(all, nameOf(address))
    const ref = { $ref: `#/components/schemas/${name}` }
    refs.set(text, ref)
    all[name] = {}
    all[name] = mapParts(shape, (part) => share(part, address))
    return ref
  }
  const shared = Object.entries(calls).map(([address, { data, ...rest }]): [string, CallReply] => [
    address,
    data ? { data: share(data, address), ...rest } : rest,
  ])
  return { calls: Object.fromEntries(shared), named: all }
}

const isLong = (shape: Shape, text: string) => shape.type === 'object' && text.length > WORTH

function count(shape: Shape, counts: Map<string, number>) {
  const text = JSON.stringify(shape)
  if (isLong(shape, text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  mapParts(shape, (part) => {
    count(part, counts)
    return part
  })
}

function mapParts(shape: Shape, map: (part: Shape) => Shape): Shape {
  const { items, anyOf, prefixItems, properties, additionalProperties } = shape
  return {
    ...shape,
    ...(items && { items: map(items) }),
    ...(anyOf && { anyOf: anyOf.map(map) }),
    ...(prefixItems && { prefixItems: prefixItems.map(map) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, map(part)])),
    }),
    ...(additionalProperties && { additionalProperties: map(additionalProperties) }),
  }
}

/** After what stands first in the address: `Invoices` for GET /api/invoices/:id. */
function nameOf(address: string): string {
  const word = address.split('/')[2]?.replace(/\W/g, '') ?? 'Answer'
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export function freeName(taken: object, name: string): string {
  let at = 1
  while ((at === 1 ? name : `${name}${at}`) in taken) at++
  return at === 1 ? name : `${name}${at}`
}
