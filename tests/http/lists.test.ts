import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('every call that answers a list says how many there are in all (decision A1)', async () => {
  const { operator, accountid, people } = server
  const untold: string[] = []
  let lists = 0
  for (const route of routes) {
    if (route.method !== 'GET' || route.kind !== 'api') continue
    for (const who of [people.admin, operator]) {
      const { status, body } = await who.get(route.path.replace(/:[a-z]+/gi, accountid))
      if (status !== 200 || !Array.isArray(body.data)) continue
      lists++
      if (typeof body.total !== 'number') untold.push(route.path)
    }
  }
  expect(lists).toBeGreaterThan(40)
  expect(untold).toEqual([])
}, 30_000)
