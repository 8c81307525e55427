import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { claimNames } from '#server/access/claims.ts'
import { routes } from '#server/app.ts'
import { assertionKinds } from '#server/domains/work/jobs/assertion-kinds.ts'
import { findReply } from '#server/replies/find-reply.ts'
import { loadReplies } from '#server/replies/load-replies.ts'
import type { Shape } from '#server/replies/types.ts'
import { webhookClaims, webhookKinds } from '#server/webhooks/event-kinds.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { shapeFaults } from '#tests/support/shape-faults.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any
let server: TestServer
let openapi: Json

beforeAll(async () => {
  server = await startTestServer()
  openapi = (await server.people.admin.get('/api/openapi.json')).body
}, 240_000)
afterAll(() => server.stop())

const calls = routes.filter(({ kind }) => kind === 'api')
const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Decision D7: a location is archived instead. */
const onlyRefuses = ['DELETE /api/locations/:id']

/** Everything within a value, with where it stands. */
function* within(value: Json, at = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [at, value]
  for (const [key, one] of Object.entries(value)) yield* within(one, `${at}/${key}`)
}

const saysNothing = (shape: Shape | false | undefined): boolean =>
  shape !== undefined &&
  shape !== false &&
  (Object.keys(shape).length === 0 ||
    isAnyObject(shape) ||
    saysNothing(shape.items) ||
    Object.values(shape.properties ?? {}).some(saysNothing) ||
    (shape.anyOf ?? []).some(saysNothing))

const isAnyObject = ({ type, properties, additionalProperties }: Shape) =>
  type === 'object' && !properties && !additionalProperties

describe('what calls answer', () => {
  test('is said by every call: data of a shape, a file, or another address', async () => {
    const replies = await loadReplies()
    const silent = calls.filter((route) => {
      const { data, file, redirect } = findReply(route, replies)
      return (!data && !file && !redirect && !onlyRefuses.includes(name(route))) || saysNothing(data)
    })
    expect(silent.map(name)).toEqual([])
  })

  test('names only shapes that are said somewhere, and each of them says something', async () => {
    const { named } = await loadReplies()
    expect(Object.entries(named).flatMap(([key, shape]) => (saysNothing(shape) ? [key] : []))).toEqual([])
  })

  test('a value that differs from its shape is told by where', () => {
    const shape: Shape = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        rows: { type: 'array', items: { anyOf: [{ type: 'null' }, { const: 1 }] } },
      },
      required: ['id'],
    }
    expect(shapeFaults({ id: 'a', rows: [null, 1] }, shape, {})).toEqual([])
    expect(shapeFaults({ rows: [2], more: 1 }, shape, {})).toEqual([
      'data.id is missing',
      'data.rows[0] is 2, no null',
      'data.more should not be there',
    ])
  })
})

describe('openapi.json', () => {
  test('describes each call once, with its parameters, its body and what it answers', () => {
    expect(openapi.openapi).toBe('3.1.2')
    const paths: string[] = Object.keys(openapi.paths)
    expect(new Set(paths).size).toBe(paths.length)
    const ids: string[] = []
    for (const [path, operations] of Object.entries<Json>(openapi.paths))
      for (const [method, operation] of Object.entries<Json>(operations)) {
        const at = `${method} ${path}`
        ids.push(operation.operationId)
        expect(Object.keys(operation.responses).length, at).toBeGreaterThan(1)
        for (const response of Object.values<Json>(operation.responses))
          expect(response.description ?? response.$ref, at).toBeString()
        const declared = (operation.parameters ?? []).filter((one: Json) => one.in === 'path')
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one)
        expect(declared.map((one: Json) => one.name).sort(), at).toEqual(inPath.sort() as never)
        expect(
          declared.every((one: Json) => one.required === true),
          at,
        ).toBe(true)
      }
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(Boolean)).toBe(true)
  })

  test('says of everything in it what is answered, and holds no page for people alone', () => {
    const said = Object.entries<Json>(openapi.paths).flatMap(([path, operations]) =>
      Object.entries<Json>(operations).map(([method, { responses }]) => ({
        address: `${method} ${path}`,
        answers: Boolean(responses[200]?.content ?? responses[303]),
      })),
    )
    expect(said.filter(({ answers }) => !answers).map(({ address }) => address)).toEqual([
      'delete /api/locations/{id}',
    ])
    const addresses = said.map(({ address }) => address)
    expect(addresses.filter((one) => / \/xero\//.test(one)).sort()).toEqual(
      'accounts connect connected customers inventory refresh signup suppliers'
        .split(' ')
        .map((name) => `get /xero/${name}`),
    )
    expect(addresses).toContain('get /reporting/data/{report}')
  })

  test.each([
    ['post', '/api/webhooks', 'kinds', webhookKinds],
    ['patch', '/api/webhooks/{id}', 'kinds', webhookKinds],
    ['post', '/api/webhooks', 'claims', webhookClaims],
    ['patch', '/api/users/apikey', 'claims', claimNames],
    ['post', '/api/auth/roles/claims', 'claim', claimNames],
    ['post', '/api/assertions', 'kind', assertionKinds.map(({ kind }) => kind)],
  ] as const)(
    'says what may stand in a field with names of its own, as does the refusal: %s %s %s',
    async (method, path, field, names) => {
      const { schema } = openapi.paths[path][method].requestBody.content['application/json']
      const said = [...within(schema.properties[field])].flatMap(([, { const: one }]) => one ?? [])
      expect(new Set(said.filter(Boolean))).toEqual(new Set(names))
      const body = { [field]: field === 'kind' || field === 'claim' ? 'nothing' : ['nothing'] }
      const address = path.replace('{id}', crypto.randomUUID())
      const answer = await server.people.admin.call(method.toUpperCase(), address, body)
      expect(answer.status).toBe(400)
      for (const name of names) expect(answer.body.fields[field]).toContain(name)
    },
  )

  test('refers to nothing that it does not hold, and its schemas are of JSON Schema', () => {
    const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
    for (const [at, value] of within(openapi)) {
      if (typeof value.$ref === 'string')
        expect(openapi.components[value.$ref.split('/')[2]][value.$ref.split('/')[3]], at).toBeDefined()
      if (/schema$|\/(items|properties\/\w+|anyOf\/\d+)$/.test(at) && typeof value.type === 'string')
        expect(types, at).toContain(value.type)
    }
  })

  test('says of a file that it is one, of a redirection that it leads elsewhere', () => {
    const file = openapi.paths['/api/documents/download/{id}'].get.responses
    expect(Object.keys(file[200].content)).toEqual(['*/*'])
    const invoices = openapi.paths['/api/jobs'].get.responses[200].content['application/json'].schema
    expect(invoices.properties.data).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/JobCard' },
    })
    expect(openapi.components.schemas.JobCard.properties.reference).toEqual({ type: 'string' })
  })

  test('holds no secret and nothing of an account', async () => {
    expect(JSON.stringify(openapi)).not.toContain('first.test')
  })
})
