import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { contentsOf, fillServer, platformContents, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, browserRequest, propertiesOf, routeLabel, type Schema, sampleBody } from './support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let all: Route[]
let filled: SentinelValues

beforeAll(async () => {
  server = await startTestServer()
  all = routes
  filled = await fillServer(server)
})
afterAll(() => server.stop())

/** They take a password, a secret or a signature in the body or the address, and act by no cookie. */
const cookieless = [
  'POST /www/invoice/:code/opened',
  'POST /www/statement/:code/opened',
  'POST /www/job/approve/:code',
  'POST /www/job/approve/:code/opened',
  'POST /www/job/accept/:code',
  'POST /www/job/accept/:code/opened',
  'POST /api/auth/authenticate',
  'POST /api/auth/renew',
  'POST /api/auth/register',
  'POST /api/auth/confirmemail',
  'POST /api/auth/passwordreset',
  'POST /api/auth/confirmpasswordreset',
  'POST /api/cctransactions/payfast/notify',
]

/** What being seen, failing and asking leave behind. */
const traces = ['sessions', 'audit', 'signinfailures', 'idempotency', 'seats']
const contents = () =>
  contentsOf(server.services.tenants, server.accountid) + platformContents(server.services.platform, traces)

const foreign = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test('no route that changes something takes a request that another site made with the cookie', async () => {
  const before = contents()
  const taken: string[] = []
  const changing = all.filter((route) => route.method !== 'GET' && !cookieless.includes(routeLabel(route)))
  for (const route of changing)
    for (const headers of foreign) {
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
      const { cookie } = server.people.admin
      const schema = route.schemas.body as Schema
      const id = 'id' in propertiesOf(schema) ? { id: server.accountid } : {}
      const body = new URLSearchParams({ ...sampleBody(schema, {}), ...id } as Record<string, string>)
      const url = server.url + addressOf(route, filled)
      const answer = await browserRequest(
        url,
        cookie,
        route.method,
        form,
        route.schemas.body ? `${body}` : '',
      )
      const says = await answer.text()
      const refused = answer.status === 403 && says.includes('another site')
      if (!refused || answer.headers.has('set-cookie'))
        taken.push(`${routeLabel(route)} ${JSON.stringify(headers)}: ${answer.status}`)
    }
  expect(taken).toEqual([])
  expect(contents()).toBe(before)
  expect(changing.length).toBeGreaterThan(200)
})

test('calls that go without the cookie set none either, so that nobody is signed in as somebody else', async () => {
  for (const address of cookieless) {
    const [method = '', path = ''] = address.split(' ')
    const answer = await fetch(server.url + path, {
      method,
      headers: { origin: 'https://evil.test', 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'agent@first.test', password: 'joblane-test-1' }),
    })
    expect(answer.headers.get('set-cookie'), address).toBeNull()
    expect(answer.headers.get('access-control-allow-origin'), address).toBeNull()
  }
})

/** Following a notification marks it read; the signed form of a payment notes what it is for. Nobody gains by either. */
const mayChange = ['GET /notifications/:id/open', 'GET /api/cctransactions/link/payfast']

test('a link on another site changes nothing, wherever it leads', async () => {
  const changed: string[] = []
  const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const reading = all.filter((route) => route.method === 'GET' && !mayChange.includes(routeLabel(route)))
  let before = contents()
  // A few at a time, since reading everything takes longer than asking for it.
  for (let i = 0; i < reading.length; i += 40) {
    const some = reading.slice(i, i + 40)
    for (const route of some)
      await (
        await browserRequest(server.url + addressOf(route, filled), server.people.admin.cookie, 'GET', from)
      ).text()
    const after = contents()
    if (after !== before) changed.push(some.map(routeLabel).join(', '))
    before = after
  }
  expect(changed).toEqual([])
})
