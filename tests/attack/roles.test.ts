import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { defaultRoles } from '#server/access/claims.ts'
import { routes } from '#server/app.ts'
import { roles } from '#tests/support/fill.ts'
import { contentsOf, fillWithSentinels, SENTINEL, type SentinelValues } from '#tests/support/sentinels.ts'
import { type Role, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addressOf, browserRequest, routeLabel, type Schema, sampleBody } from './support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let filled: SentinelValues
beforeAll(async () => {
  server = await startTestServer()
  filled = await fillWithSentinels(server.services.tenants, server.accountid)
})
afterAll(() => server.stop())

const deniedTo = (role: string) => {
  const { claims } = defaultRoles.find(({ name }) => name === role)!
  return routes.filter(({ claim }) => claim !== null && claim !== 'seat' && !claims.includes(claim))
}

test('every default role is tried', () => {
  expect(Object.values<string>(roles).toSorted()).toEqual(defaultRoles.map(({ name }) => name).toSorted())
})

test.each(Object.entries(roles))(
  '%s, a %s, is refused what the role has no claim for, and changes nothing',
  async (who, role) => {
    const client = server.people[who as Role]
    const before = contentsOf(server.services.tenants, server.accountid)
    const denied = deniedTo(role)
    const wrong: string[] = []
    for (const route of denied) {
      const path = addressOf(route, filled)
      const one = sampleBody(route.schemas.body as Schema, filled)
      const body =
        route.method === 'GET' ? undefined : (route.schemas.body as Schema)?.type === 'array' ? [one] : one
      const { status, text } = await client.call(route.method, path, body)
      if (status !== 403 || text.includes(SENTINEL)) wrong.push(`${routeLabel(route)} ${status}`)
      if (route.kind !== 'page' || route.method !== 'GET') continue
      const page = await browserRequest(server.url + path, client.cookie)
      // The frame around it shows words of the account, which is their own.
      if (page.status !== 403) wrong.push(`${routeLabel(route)} by cookie ${page.status}`)
    }
    expect(wrong).toEqual([])
    expect(denied.length).toBeGreaterThan(20)
    expect(contentsOf(server.services.tenants, server.accountid)).toBe(before)
  },
)
