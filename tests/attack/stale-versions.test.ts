import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { prepared } from '#db/sqlite.ts'
import { SYSTEM } from '#db/types.ts'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { fillServer, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fuzzRequest } from './fuzz-requests.ts'
import { addressOf, routeLabel } from './support.ts'

setDefaultTimeout(120_000)

type Values = Record<string, unknown>

/** Bodies that are drawn for a route, until one of them is sound enough to meet the version. */
const DRAWN = 150

let server: TestServer
let ids: SentinelValues
beforeAll(async () => {
  server = await startTestServer()
  ids = await fillServer(server)
  await server.services.tenants.write(server.accountid, SYSTEM, ({ db }) => {
    const versioned = prepared<{ name: string }>(
      db,
      `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND c.name = 'version'`,
    ).all([])
    for (const { name } of versioned) prepared(db, `UPDATE ${name} SET version = 7`).run()
    prepared(db, 'UPDATE jobs SET editedversion = 7').run()
    prepared(db, "UPDATE time_entries SET date = '2026-11-02', materialid = NULL").run()
    prepared(db, "UPDATE documents SET entity = 'clients', referenceid = ?").run([ids.clients as string])
  })
})
afterAll(() => server.stop())

type Body = { properties?: Values; required?: string[] }
const bodyOf = ({ schemas }: Route) => (schemas as { body?: Body }).body ?? {}
const changes = routes.filter(
  (route) => route.kind === 'api' && 'version' in (bodyOf(route).properties ?? {}),
)
const readers = new Map(
  routes.filter(({ kind, method }) => kind === 'api' && method === 'GET').map((one) => [one.path, one]),
)

/** What they change is shown by the call of another address. */
const shownBy: Record<string, string> = {
  '/api/inventory/:id/price': '/api/inventory/:id',
  '/api/schedule/:id': '/api/jobs/:id',
  '/api/jobs/fields': '/api/jobs/:id',
  '/api/jobs/response': '/api/jobs/:id',
  '/api/invoices/:id/part': '/api/invoices/:id',
  '/api/materials/:id/finish': '/api/materials/:id/inputs',
}
const readerOf = ({ path }: Route) => readers.get(shownBy[path] ?? (path.includes(':id') ? path : ''))

/** Whose record the address does not name. */
const tables: Record<string, string> = {
  '/api/auth/roles': 'roles',
  '/api/categories/fields/:id': 'category_fields',
  '/api/suppliers/contact/:id': 'supplier_contacts',
  '/api/views/:id': 'list_views',
  '/api/steps/job': 'job_steps',
  '/api/jobs/timesheet/:id': 'time_entries',
  '/api/documents/archive/:id': 'documents',
}

/** The conflict of the first tells where the job stands, not the job; what is drawn never fills the form of the other. */
/** The third wants a connection to Xero first, the last a template that repeats: without one there is no record. */
const apart = [
  ...['POST /api/jobs/reorder', 'POST /api/backoffice/account', 'PATCH /api/configuration/xero'],
  'POST /api/jobs/repeats/:id/invoice',
]

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** They count on with each change. */
const counted = ['version', 'seq', 'order']

/** What a conflict says otherwise than the call that shows the record; cents for rand would be among it. */
const differences = (said: Values, shown: Values, at = ''): string[] =>
  Object.entries(said).flatMap(([name, value]) => {
    const other = shown[name]
    if (!(name in shown)) return [`${at}${name} is told by a conflict alone`]
    if (isObject(value) && isObject(other)) return differences(value, other, `${at}${name}.`)
    if (counted.includes(name) || typeof value !== 'number' || value === other) return []
    return [`${at}${name}: ${value} at a conflict, ${JSON.stringify(other)} else`]
  })

/** What a body must have, and one field more, so that what is drawn for others spoils it seldom. */
function* soundBodies(route: Route): Generator<Values> {
  const { required = [] } = bodyOf(route)
  const drawn = fc.sample(fuzzRequest([route], ids), { seed: 1, numRuns: DRAWN })
  for (const [at, { body }] of drawn.entries()) {
    if (!isObject(body)) continue
    const names = Object.keys(body).filter((name) => name !== 'version')
    const kept = new Set([...required, names[at % names.length]])
    yield Object.fromEntries(Object.entries(body).filter(([name]) => kept.has(name)))
  }
}

/** What a conflict says, and what the record's call does, or the answer of a change that was not too late. */
async function meetConflict(route: Route) {
  const who = route.claim === 'platform.manage' ? server.operator : server.people.admin
  const record = ids[tables[route.path] ?? '']
  const address = record ? route.path.replace(':id', record) : addressOf(route, ids)
  const reader = readerOf(route)
  let last = ''
  for (const drawn of soundBodies(route)) {
    const body = record && 'id' in drawn ? { ...drawn, id: record } : drawn
    const late = await who.call(route.method, address, { ...body, version: 1 })
    last = late.text
    if (late.status !== 409 || late.body.code !== 'conflict') continue
    const said = late.body.data
    if (!isObject(said)) return { faults: ['no record is told'] }
    const shown = reader
      ? await who.call('GET', addressOf(reader, ids))
      : await who.call(route.method, address, { ...body, version: said.version })
    last = shown.text
    if (!isObject(shown.body.data)) continue
    const untyped = Object.entries(said).filter(([name]) => reader || !(name in body))
    return { faults: differences(Object.fromEntries(untyped), shown.body.data) }
  }
  return { faults: [`not met: ${last.slice(0, 200)}`] }
}

test('a conflict shows the record as its calls do, in rand', async () => {
  const faults: string[] = []
  for (const route of changes.filter((route) => !apart.includes(routeLabel(route))))
    for (const fault of (await meetConflict(route)).faults) faults.push(`${routeLabel(route)}: ${fault}`)
  expect(faults).toEqual([])
})
