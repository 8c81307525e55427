import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  await admin.post('/api/jobs', {
    boardid: shop.boardid,
    description: 'Zebra gate at the yard',
    location: shop.locations[0],
  })
  await admin.post('/api/jobs', { boardid: shop.secondid, description: 'Zebra fence' })
  await admin.post('/clients', { name: 'Zebra Marina' })
  await admin.post('/api/equipment', { name: 'Zebra crate', barcode: 'ZC-1', code: 'ZC' })
})
afterAll(() => server.stop())

const search = async (who: Client, words: string) =>
  (await who.get(`/search?search=${encodeURIComponent(words)}`)).text

test('one page finds jobs, clients, equipment and pages, and links to each', async () => {
  const text = await search(server.people.admin, 'zebra')
  for (const words of ['Zebra gate at the yard', 'Zebra fence', 'Zebra Marina', 'Zebra crate'])
    expect(text).toContain(words)
  expect(text).toMatch(/href="\/[a-z]+\/work-shop\/progress\?open=/)
  expect(text).toMatch(/href="\/clients\/[0-9a-f-]{36}\/overview"/)
  expect(await search(server.people.admin, 'invoices')).toContain('<h2>Pages</h2>')
  expect(await search(server.people.admin, 'nothinghasit')).toContain('Nothing was found.')
})

test('the call answers kind, title, detail and address, of the kinds that are asked for', async () => {
  const { people, other } = server
  const answered = async (who: Client, query: string) => {
    const { body } = await who.get(`/api/search?q=zebra${query}`)
    return body.data.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`).sort()
  }
  expect(await answered(people.admin, '&kinds=client,equipment')).toEqual([
    'client Zebra Marina',
    'equipment Zebra crate',
  ])
  expect(await answered(people.admin, '')).toHaveLength(4)
  expect((await answered(people.admin, '&kinds=job&take=1')).length).toBe(1)
  expect(await answered(other, '')).toEqual([])
  const [client] = (await people.admin.get('/api/search?q=zebra&kinds=client')).body.data
  expect(client).toEqual({
    kind: 'client',
    id: client.id,
    title: 'Zebra Marina',
    detail: client.detail,
    url: `/clients/${client.id}/overview`,
  })
  expect((await people.admin.get('/api/search?q=zebra&kinds=secrets')).status).toBe(400)
})

test('each finds only what their claims let them see, also from another account', async () => {
  const { people, other } = server
  const jobs = await search(people.jobs, 'zebra')
  const roles = { clients: jobs.includes('Zebra Marina'), equipment: jobs.includes('Zebra crate') }
  const may = async (path: string) => (await people.jobs.get(path)).status === 200
  expect(roles).toEqual({ clients: await may('/api/clients'), equipment: await may('/api/equipment') })
  expect(await search(other, 'zebra')).toContain('Nothing was found.')
})

test('a stakeholder finds the jobs of their own locations alone, and no client', async () => {
  const { stakeholder } = server.people
  await addStakeholder(server, shop.locations[0], stakeholder.userid)
  const text = await search(stakeholder, 'zebra')
  expect(text).toContain('Zebra gate')
  expect(text).not.toContain('Zebra fence')
  expect(text).not.toContain('Zebra Marina')
})

test('what may be done is found beside pages, within rights, and a job begins on a board', async () => {
  const text = await search(server.people.admin, 'new')
  expect(text).toContain('<h2>Do</h2>')
  expect(text).toContain('href="/clients/new"')
  expect(text).toMatch(/href="\/[a-z]+\/work-shop\/progress#new"/)
  expect(await search(server.people.admin, 'take stock')).toContain('Take stock')
  expect(await search(server.people.admin, 'payments')).toContain('href="/invoices/payments"')
  const { stakeholder } = server.people
  expect(await search(stakeholder, 'new')).not.toContain('href="/clients/new"')
  for (const words of ['new', 'take', 'import', 'invite', 'payments'])
    for (const [, href] of (await search(server.people.jobs, words)).matchAll(/<a href="([^"#]+)"/g))
      expect((await server.people.jobs.get(href!)).status, href).toBeLessThan(400)
})

test('words that were not looked for are named', async () => {
  const words = 'zebra gate yard aaa bbb ccc ddd eee fff ggg hhh'
  expect(await search(server.people.admin, words)).toContain('not looked for')
  expect(await search(server.people.admin, 'zebra zebra gate')).not.toContain('not looked for')
})
