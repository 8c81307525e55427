import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { listNames } from '#server/import/lists.ts'
import { nounOf } from '#server/import/nouns.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let all: Route[]
beforeAll(async () => {
  server = await startTestServer()
  all = routes(server.services)
})
afterAll(() => server.stop())

/** The call by which a person makes one record of a list. */
const calls: Record<string, string> = {
  prices: 'POST /api/pricing/inventory',
  counts: 'POST /api/inventory/count',
  materials: 'POST /api/materials',
}

/** What only a list says: a job's reference is given by the series, and its board by the page. */
const listsAlone = ['jobs.reference', 'jobs.board']

test.each(listNames)('a text in a list of %s may be as long as in its dialog', (name) => {
  const route = all.find(({ method, path }) => `${method} ${path}` === (calls[name] ?? `POST /api/${name}`))
  const taken = (route?.schemas.body?.properties ?? {}) as Record<string, { maxLength?: number }>
  expect(Object.keys(taken).length).toBeGreaterThan(0)
  for (const [field, kind] of Object.entries(nounOf(name).fields)) {
    if (typeof kind !== 'object' || !('text' in kind) || listsAlone.includes(`${name}.${field}`)) continue
    expect([field, taken[field]?.maxLength]).toEqual([field, kind.text])
  }
})
