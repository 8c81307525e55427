import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accounts } from '#db/schema/platform/index.ts'
import { routes } from '#server/app.ts'
import { EXPIRED } from '#server/errors.ts'
import type { Route } from '#server/http/route.ts'
import { contentsOf, fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, routeLabel, type Schema, sampleBody } from './support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let all: Route[]
let filled: SentinelValues

beforeAll(async () => {
  server = await startTestServer()
  all = routes
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
  await server.services.platform.write(({ db }) =>
    db
      .update(accounts)
      .set({ utcexpires: '2026-01-01T00:00:00.000Z' })
      .where(eq(accounts.id, server.accountid))
      .run(),
  )
})
afterAll(() => server.stop())

const contents = () => contentsOf(server.services.tenants, server.accountid)

test('an account that has expired writes by no route but those by which it renews and leaves', async () => {
  const { admin } = server.people
  const before = contents()
  const written: string[] = []
  const changing = all.filter(
    ({ method, claim, options }) =>
      method !== 'GET' && claim !== null && claim !== 'platform.manage' && !options.evenexpired,
  )
  for (const route of changing) {
    const { status, body } = await admin.call(
      route.method,
      addressOf(route, filled),
      sampleBody(route.schemas.body as Schema, filled),
      { accept: 'application/json' },
    )
    if (status !== 403 || body.message !== EXPIRED || body.code !== 'expired')
      written.push(`${routeLabel(route)} ${status} ${body.message}`)
  }
  expect(written).toEqual([])
  expect(contents()).toBe(before)
  expect(changing.length).toBeGreaterThan(200)
})

/** Whoever adds one writes it down here, on purpose: it reads, renews, or gives rights up. */
const evenexpired =
  /^\w+ \/(api\/)?(account|subscription|cctransactions|notifications|communication|users|admin\/users|preferences)\b/

test('what may be done all the same is about the person, the account or its renewal, never about its business', () => {
  const found = all
    .filter(({ method, options }) => method !== 'GET' && options.evenexpired)
    .map(routeLabel)
    .filter((one) => !evenexpired.test(one))
  expect(found).toEqual([])
})

test('reading writes nothing either', async () => {
  const before = contents()
  const failed: string[] = []
  const reading = all.filter(({ method, claim }) => method === 'GET' && claim !== null)
  for (const route of reading.filter((one) => routeLabel(one) !== 'GET /notifications/:id/open')) {
    const { status } = await server.people.admin.get(addressOf(route, filled))
    if (status >= 500) failed.push(`${routeLabel(route)} ${status}`)
  }
  expect(failed).toEqual([])
  expect(contents()).toBe(before)
})
