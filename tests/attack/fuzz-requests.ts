import fc from 'fast-check'
import type { Route } from '#server/http/route.ts'
import type { SentinelValues } from '#tests/support/sentinels.ts'
import { addressOf, routeLabel, tableOfField } from './support.ts'

/** What a schema of TypeBox is as JSON Schema. */
type Json = {
  type?: string
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  anyOf?: Json[]
  items?: Json
  required?: string[]
  properties?: Record<string, Json>
  patternProperties?: Record<string, Json>
}

export type FuzzRequest = { route: Route; path: string; body: unknown; as: 'json' | 'form' | 'multipart' }

/** Among values that a schema takes, some that it should refuse. */
const SOUND = 12
const MAX_TEXT = 300

const junk = fc.oneof(
  fc.anything({ maxDepth: 3, withNullPrototype: false }).map(asJson),
  fc.constantFrom(
    null,
    '',
    -1,
    1e308,
    '__proto__',
    'constructor',
    '\u0000\ud800',
    '=1+1',
    "';--",
    '2999-12-31',
    '%',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

/** One request to any of these routes, near enough to what it takes that the rules behind the schema are reached. */
export function fuzzRequest(routes: readonly Route[], ids: SentinelValues): fc.Arbitrary<FuzzRequest> {
  const requests = routes.map((route) => requestTo(route, ids))
  return fc.oneof(...requests)
}

function requestTo(route: Route, ids: SentinelValues): fc.Arbitrary<FuzzRequest> {
  const { query, body } = route.schemas as { query?: Json; body?: Json }
  const filled = addressOf(route, ids).split('?')[0]!
  const address = fc.oneof(
    { weight: SOUND, arbitrary: fc.constant(filled) },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }).map((word) => changeLast(route, filled, word)) },
  )
  const plain: fc.Arbitrary<unknown> =
    route.method === 'GET' ? fc.constant(undefined) : valueFor(body ?? {}, ids)
  return fc
    .record({
      address,
      search: query ? valueFor(query, ids) : fc.constant({}),
      body: route.method === 'GET' || !body ? plain : soundOrJunk(plain),
      as: fc.constantFrom(...encodings(route)),
    })
    .map((one) => ({ route, path: one.address + searchOf(one.search), body: one.body, as: one.as }))
}

const encodings = ({ kind, options }: Route): FuzzRequest['as'][] =>
  options.upload ? ['multipart', 'json'] : kind === 'page' ? ['form'] : ['json', 'json', 'json', 'form']

const changeLast = ({ path }: Route, filled: string, word: string) =>
  path.includes(':') ? filled.replace(/[^/]+$/, encodeURIComponent(word.toWellFormed()) || 'x') : filled

const soundOrJunk = (sound: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: SOUND, arbitrary: sound }, { weight: 1, arbitrary: junk })

function searchOf(values: unknown): string {
  if (typeof values !== 'object' || values === null) return ''
  const words = Object.entries(values).map(([name, value]) =>
    [name, typeof value === 'object' ? JSON.stringify(value) : String(value)].map((one) =>
      encodeURIComponent(one.toWellFormed()),
    ),
  )
  return words.length ? `?${words.map(([name, value]) => `${name}=${value}`).join('&')}` : ''
}

function valueFor(schema: Json, ids: SentinelValues, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueFor(one, ids, name)))
  if (schema.properties) return objectOf(schema, ids)
  if (schema.patternProperties)
    return fc.dictionary(fc.string({ maxLength: 20 }), valueFor(firstOf(schema.patternProperties), ids), {
      maxKeys: 4,
    })
  if (schema.type === 'array')
    return fc.array(valueFor(schema.items ?? {}, ids, name), { maxLength: Math.min(4, schema.maxItems ?? 4) })
  return scalarOf(schema, ids, name)
}

const firstOf = (schemas: Record<string, Json>): Json => Object.values(schemas)[0] ?? {}

function objectOf({ properties = {}, required = [] }: Json, ids: SentinelValues): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, soundOrJunk(valueFor(schema, ids, name))]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

function scalarOf(schema: Json, ids: SentinelValues, name: string): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return stringOf(schema, ids, name)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 - 1 })
    case 'number':
      return fc.double({ noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return junk
  }
}

function stringOf(
  { pattern, minLength, maxLength }: Json,
  ids: SentinelValues,
  name: string,
): fc.Arbitrary<unknown> {
  const table = tableOfField(name, ids)
  const most = Math.max(minLength ?? 0, Math.min(maxLength ?? MAX_TEXT, MAX_TEXT))
  const free = fc.string({ unit: 'grapheme', minLength: minLength ?? 0, maxLength: most })
  const matching = pattern ? textMatching(pattern, most) : free
  if (!table) return matching
  return fc.oneof(
    { weight: SOUND, arbitrary: fc.constant(ids[table] as string) },
    { weight: 1, arbitrary: matching },
  )
}

const matched = new Map<string, fc.Arbitrary<string>>()

/** Reading a long pattern takes milliseconds, and hundreds of fields are dates. */
function textMatching(pattern: string, maxLength: number): fc.Arbitrary<string> {
  const key = `${maxLength} ${pattern}`
  const found = matched.get(key) ?? fc.stringMatching(new RegExp(pattern), { maxLength })
  matched.set(key, found)
  return found
}

/** What a program can send: JSON has no NaN, no bigint and no undefined. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(
      JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'null',
    )
  } catch {
    return null
  }
}

export const describeRequest = ({ route, path, body, as }: FuzzRequest) =>
  `${routeLabel(route)} as ${as}: ${path} ${JSON.stringify(body)?.slice(0, 2000) ?? ''}`
