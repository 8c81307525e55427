import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import type { Route } from '#server/http/route.ts'
import { importListNames } from '#server/import/map/import-lists.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let all: Route[]
beforeAll(async () => {
  server = await startTestServer()
  all = routes
})
afterAll(() => server.stop())

/** The call by which a person makes one record of a list. */
const calls: Record<string, string> = {
  bills: 'POST /admin/inventory/:id/inputs',
  supplierprices: 'POST /api/inventory/:id/suppliers',
  prices: 'POST /api/pricing/inventory',
  counts: 'POST /api/inventory/count',
  materials: 'POST /api/materials',
}

/** What only a list says: a job's reference is given by the series, and its board by the page. */
const listsAlone = ['jobs.reference', 'jobs.board']

test.each(importListNames)('a text in a list of %s may be as long as in its dialog', (name) => {
  const route = all.find(({ method, path }) => `${method} ${path}` === (calls[name] ?? `POST /api/${name}`))
  const taken = (route?.schemas.body?.properties ?? {}) as Record<string, { maxLength?: number }>
  expect(Object.keys(taken).length).toBeGreaterThan(0)
  for (const [field, kind] of Object.entries(getRecordType(name).fields)) {
    if (typeof kind !== 'object' || !('text' in kind) || listsAlone.includes(`${name}.${field}`)) continue
    expect([field, taken[field]?.maxLength]).toEqual([field, kind.text])
  }
})

test('texts may be as long here as in the dialogs', async () => {
  const resources = await Promise.all([
    import('#server/domains/catalogue/inventory/resource.ts').then(({ item }) => item),
    import('#server/domains/work/workers/resource.ts').then(({ worker }) => worker),
    import('#server/domains/stock/equipment/resource.ts').then(({ equipmentResource: piece }) => piece),
  ])
  for (const { name, fields } of resources)
    for (const [field, kind] of Object.entries(getRecordType(name).fields)) {
      if (typeof kind !== 'object' || !('text' in kind)) continue
      const schema = fields[field]?.schema as { maxLength?: number } | undefined
      expect([name, field, schema?.maxLength]).toEqual([name, field, kind.text])
    }
})
