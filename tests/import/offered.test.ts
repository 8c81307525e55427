import { afterAll, beforeAll, expect, test } from 'bun:test'
import { importLists } from '#server/import/index.ts'
import { importableLists } from '#server/importable-lists.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Brought in from the page of another list. */
const without = ['units', 'bills', 'supplierprices', 'prices', 'counts', 'jobs', 'materials']

test('a list that a file may bring in offers it where it stands, to whoever may', async () => {
  const page = async (who: 'admin' | 'agent', href: string) =>
    (await fetch(server.url + href, { headers: { cookie: server.people[who].cookie } })).text()
  const offered = async (who: 'admin' | 'agent') => {
    const found: string[] = []
    for (const list of importableLists)
      if ((await page(who, importLists[list].href)).includes(`/import/${list}`)) found.push(list)
    return found
  }
  expect(await offered('admin')).toEqual(importableLists.filter((list) => !without.includes(list)))
  expect(await offered('agent')).toEqual([])
})
