import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('every call that answers a list says how many there are in all (decision A1)', async () => {
  const { operator, accountid, people } = server
  const { boardid, category, clients, locations } = await createJobFixtures(server)
  const made = async (path: string, body: object) => (await people.admin.post(path, body)).body.data.id
  const job = await made('/api/jobs', { boardid })
  const item = await made('/api/inventory', { code: 'BOLT' })
  const ids = [accountid, job, item, category, clients[0], locations[0], boardid]
  const untold: string[] = []
  let lists = 0
  for (const route of routes) {
    if (route.method !== 'GET' || route.kind !== 'api') continue
    const paths = new Set(ids.map((id) => route.path.replace(/:[a-z]+/gi, id)))
    for (const path of paths)
      for (const who of path.includes(accountid) || path === route.path
        ? [people.admin, operator]
        : [people.admin]) {
        const { status, body } = await who.get(path)
        if (status !== 200 || !Array.isArray(body.data)) continue
        lists++
        if (typeof body.total !== 'number') untold.push(route.path)
      }
  }
  expect(lists).toBeGreaterThan(50)
  expect(untold).toEqual([])
}, 120_000)

test('every list that is asked for anew names its own address, for when that of a dialog stands over it', async () => {
  const { operator, people } = server
  const pages = routes.filter(
    ({ kind, method, path }) => kind === 'page' && method === 'GET' && !/:/.test(path),
  )
  const nameless: string[] = []
  let lists = 0
  for (const { path } of pages)
    for (const who of [people.admin, operator]) {
      const { text } = await who.get(path)
      for (const [region] of text.matchAll(/<section id="\w+" class="list" data-refresh="[^>]*>/g)) {
        lists++
        if (!region.includes(' data-url="')) nameless.push(`${path} ${region}`)
      }
    }
  expect(lists).toBeGreaterThan(20)
  expect([...new Set(nameless)]).toEqual([])
}, 120_000)
