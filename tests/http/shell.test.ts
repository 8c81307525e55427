import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { SYSTEM } from '#db/types.ts'
import { makeItem } from '#tests/stock/support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const addedItem = async (name: string) => {
  const { services, accountid } = server
  const id = await services.tenants.write(accountid, SYSTEM, (tx) => makeItem(tx, { code: name }))
  return `/inventory/${id}/stock`
}

test('the frame of one record is that of the next, with the title of its own', async () => {
  const { admin } = server.people
  const [first, second] = [await addedItem('Bread & butter'), await addedItem(`Nuts <b>"'`)]
  expect((await admin.get(first)).text).toContain('<title>Stock of Bread &amp; butter · ')
  const drawn = spyOn(server.services.assets, 'url')
  try {
    expect((await admin.get(second)).text).toContain('<title>Stock of Nuts &lt;b&gt;&quot;&#x27; · ')
    expect(drawn).not.toHaveBeenCalled()
    await admin.get('/clients')
    expect(drawn).toHaveBeenCalled()
  } finally {
    drawn.mockRestore()
  }
})
