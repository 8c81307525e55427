import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createItem, createShop, levelsOf, type Shop } from '#tests/purchasing/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let shop: Shop
let admin: Client
let boardid: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = server.people.admin
  boardid = (await expectOk(admin.post('/api/boards', { name: 'Workshop' }))).id
})
afterAll(() => server.stop())

const read = async (path: string) =>
  (await fetch(server.url + path, { headers: { cookie: admin.cookie } })).text()

const ordering = (query = '') => read(`/jobs/workshop/planning/ordering?${query}`)

async function addJob(inventoryid: string, estimated: number, more: object) {
  const job = await expectOk(admin.post('/api/jobs', { boardid, status: 3, ...more }))
  await expectOk(admin.post('/api/materials/many', [{ jobid: job.id, role: 1, inventoryid, estimated }]))
  return job
}

test('a buyer drafts what is short once, sends and receives it, and nothing is short any more', async () => {
  const item = await createItem(shop, {
    ...{ supplier: shop.supplier, minimumordervolume: 10, packagingquantity: 4, leadtime: 5 },
  })
  const job = await addJob(item.id, 9, { start: '2020-01-20' })
  const id = `${item.id}|${/value="[0-9a-f-]+\|(\d{4}-\d\d-\d\d)"/.exec(await ordering(`search=${item.code}`))?.[1]}`
  const shown = await ordering(`search=${item.code}`)
  expect(shown).toContain('days late')
  expect(shown).toContain('ordered today, it comes')
  expect(shown).toContain(job.reference)
  const chosen = { rows: [id] }
  const { orders } = await expectOk(
    admin.call('POST', '/api/planning/orders', chosen, { 'idempotency-key': 'once' }),
  )
  const again = await expectOk(
    admin.call('POST', '/api/planning/orders', chosen, { 'idempotency-key': 'once' }),
  )
  expect(again.orders).toEqual(orders)
  // Without the key too: what stands on a draft is proposed no more.
  const refused = await admin.post('/api/planning/orders', chosen)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('not proposed any more')
  const order = await expectOk(admin.get(`/api/purchaseorders/${orders[0]}`))
  expect(order.lines).toMatchObject([{ quantity: 12, unit: 'ea' }])
  expect(await read(`/purchase/${orders[0]}`)).toContain('Why so many')
  const sent = await expectOk(admin.patch(`/api/purchaseorders/${orders[0]}`, { status: 'sent' }))
  await expectOk(
    admin.post(`/api/purchaseorders/${orders[0]}/receipts`, {
      lines: [{ lineid: sent.lines[0].id, quantity: 12 }],
    }),
  )
  expect(await levelsOf(shop, item.id)).toMatchObject({ available: 3, onorder: 0 })
  expect(await ordering(`search=${item.code}`)).toContain('Nothing needs to be ordered')
  const materials = await read(`/jobs/workshop/planning/materials?short=true&search=${item.code}`)
  expect(materials).toContain('No material matches')
})

test('chosen rows become one draft for each supplier, of another one where asked, in its unit and at its price', async () => {
  const [one, two] = [
    await createItem(shop, { supplier: shop.supplier }),
    await createItem(shop, { supplier: shop.supplier }),
  ]
  await expectOk(
    admin.post(`/api/inventory/${two.id}/suppliers`, {
      ...{
        supplier: shop.other,
        unit: 'box',
        price: 900,
        leadtime: 3,
        breaks: [{ quantity: 2, price: 400 }],
      },
    }),
  )
  await addJob(one.id, 2.5, { start: '2099-03-02' })
  await addJob(two.id, 13, { start: '2099-03-02' })
  const rows = [`${one.id}|2099-03-02`, `${two.id}|2099-03-02`]
  const from = `${two.id}:${shop.other}`
  expect(await ordering(`from=${from}`)).toContain('Board Mart')
  const { orders } = await expectOk(admin.post('/api/planning/orders', { rows, from }))
  const made = await Promise.all(orders.map((id: string) => expectOk(admin.get(`/api/purchaseorders/${id}`))))
  const lines = made.map(({ supplier, lines: [line] }) => [
    supplier.name,
    line.quantity,
    line.unit,
    line.rate,
  ])
  expect(lines.toSorted()).toEqual([
    ['Board Mart', 2, 'box', 400],
    ['Timber City', 2.5, 'ea', 80],
  ])
})

test('an item without a supplier is shown and refused by its name, and what cannot be is answered plainly', async () => {
  const item = await createItem(shop, { leadtime: 900_000 })
  await addJob(item.id, 1, { start: '2099-03-02' })
  const page = await ordering('supplier=none')
  expect(page).toContain('no supplier')
  expect(page).toContain('over ten years')
  const refused = await admin.post('/api/planning/orders', { rows: [`${item.id}|2099-03-02`] })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('has no supplier yet')])
})

test('a job that moves while its order is on the way is said beside the order', async () => {
  const item = await createItem(shop, { supplier: shop.supplier })
  const job = await addJob(item.id, 6, { start: '2099-03-02' })
  const { orders } = await expectOk(admin.post('/api/planning/orders', { rows: [`${item.id}|2099-03-02`] }))
  await expectOk(admin.patch(`/api/purchaseorders/${orders[0]}`, { status: 'sent' }))
  expect(await ordering()).not.toContain('It is not needed before')
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { start: '2099-04-15' }))
  expect(await ordering()).toContain('It is not needed before')
  await expectOk(admin.delete(`/api/jobs/${job.id}`))
  expect(await ordering()).toContain('It is not needed any more')
})
