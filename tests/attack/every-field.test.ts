import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { type TSchema, t } from '#server/http/fields.ts'
import type { Route } from '#server/http/route.ts'
import { fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { type Answer, startTestServer, type TestServer } from '#tests/support/server.ts'
import { bodyRefusals, queryRefusals } from './refusals.ts'

let server: TestServer
let filled: SentinelValues
let calls: Route[]

beforeAll(async () => {
  server = await startTestServer()
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
  calls = routes.filter(({ claim, kind }) => claim !== null && kind === 'api')
})
afterAll(() => server.stop())

const NoQuery = t.Object({})

const values: unknown[] = [
  null,
  '',
  '-1',
  -1,
  1.5,
  1e308,
  '999999999999999',
  '1/999999999999999',
  true,
  [],
  {},
  [null],
  [[]],
  { a: { b: 1 } },
  '\u0000\ud800',
  '0000-01-01',
  '2999-12-31',
  '00000000-0000-0000-0000-000000000000',
  '01a1fc47-6a49-7480-88ac-3bd7b3f6705c',
  '__proto__',
  "'; DROP TABLE jobs;--",
]

type Schema = { type?: string; pattern?: string; properties?: Record<string, Schema>; items?: Schema }

/** Which table a field of some name refers to. */
const tableOf = (name: string): string | undefined =>
  [name, `${name}s`, `${name.replace(/id$/, '')}s`, name.replace(/id$/, ''), name.replace(/y$/, 'ies')].find(
    (one) => one in filled,
  )

/** A body as somebody might send it, near enough that what follows the schemas is reached too. */
const sampleBody = ({ properties = {} }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => name !== 'id' && name !== 'version')
      .map(([name, { type, items, properties: inner }]) => {
        const table = tableOf(name)
        if (table) return [name, filled[table]]
        if (type === 'array') return [name, items?.properties ? [sampleBody(items)] : []]
        return [name, inner ? sampleBody({ properties: inner }) : type === 'string' ? name : 1]
      }),
  )

function addressOf({ path }: Route): string {
  const noun = path.split('/').find((part) => part in filled) ?? 'jobs'
  return path.replace(':seq', '1').replace(/:[a-z]+/gi, filled[noun] as string)
}

function check(what: string, { status, text }: Pick<Answer, 'status' | 'text'>) {
  // The words for a field that says nothing of itself help nobody.
  const inside = /SQLITE|SELECT |\bat \/|\[object Object\]|one of the values it may have/
  if (status < 500 && !inside.test(text)) return
  throw new Error(`${what}: ${status} ${text.slice(0, 200)}`)
}

test('no value of any field of any call is too much for the program', async () => {
  const { admin } = server.people
  let tried = 0
  let sent = 0
  for (const route of calls.filter(({ schemas, method }) => schemas.body && method !== 'GET')) {
    const schema = route.schemas.body as unknown as Schema
    const one = schema.items ?? schema
    const base = sampleBody(one)
    const refusalOf = bodyRefusals(route.schemas.body as TSchema)
    for (const name of Object.keys(one.properties ?? {})) {
      let refused = 0
      for (const value of values) {
        const given = { ...base, [name]: value }
        const body = schema.items ? [given] : given
        const what = `${route.method} ${route.path} ${name} = ${JSON.stringify(value)}`
        // As it arrives: what JSON cannot say is not sent.
        const refusal = refusalOf(JSON.parse(JSON.stringify(body)))
        tried++
        if (refusal) check(what, { status: refusal.status, text: refusal.message })
        // What the schema refuses goes no further, so that one such request of each field is enough.
        if (refusal && refused++ > 0) continue
        const answer = await admin.call(route.method, addressOf(route), body)
        check(what, answer)
        if (refusal) expect([400, 403, 404], what).toContain(answer.status)
        sent++
      }
    }
  }
  expect(tried).toBeGreaterThan(5_000)
  expect(sent).toBeGreaterThan(1_000)
}, 300_000)

test('no value of any query is, and afterwards everything can still be read', async () => {
  const { admin } = server.people
  const plain = values
    .filter((value) => typeof value !== 'object')
    .map((value) => String(value).toWellFormed())
  for (const route of calls.filter(({ method }) => method === 'GET')) {
    const { query = NoQuery } = route.schemas
    const { properties = {} } = query as unknown as Schema
    const isRefused = queryRefusals(query)
    for (const name of Object.keys(properties)) {
      let refused = 0
      for (const value of plain) {
        // What the schema refuses goes no further, so that one such request of each field is enough.
        const refusal = isRefused({ [name]: value })
        if (refusal && refused++ > 0) continue
        const address = `${addressOf(route)}?${name}=${encodeURIComponent(value)}`
        const answer = await admin.get(address)
        check(`GET ${address}`, answer)
        if (refusal) expect([400, 403, 404], address).toContain(answer.status)
      }
    }
    const { status } = await admin.get(addressOf(route))
    expect(status, route.path).toBeLessThan(500)
  }
  for (const path of [
    '/api/jobs',
    '/api/inventory',
    '/api/units',
    '/api/invoices',
    '/api/organisations',
    '/',
  ])
    expect((await admin.get(path)).status, path).toBe(200)
}, 300_000)
