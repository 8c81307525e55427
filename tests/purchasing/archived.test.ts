import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createItem, createShop, draftOrder, type Shop, sendOrder } from './support.ts'

let server: TestServer
let shop: Shop
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

const archive = (path: string) => expectOk(admin.delete(path))
const restore = (path: string) => expectOk(admin.patch(path, { archived: false }))

test('a supplier with open orders asks before it is archived', async () => {
  const { id: supplier } = await expectOk(admin.post('/api/suppliers', { name: 'Bolt & Nut' }))
  const item = await createItem(shop)
  const lines = [{ inventoryid: item.id, quantity: 4 }]
  const order = await sendOrder({ ...shop, supplier }, lines)
  await expectOk(draftOrder({ ...shop, supplier }, lines))
  const ask = (query = '') => htmxRequest(server, admin, 'POST', `/suppliers/${supplier}/archive${query}`)
  const archived = async () => (await expectOk(admin.get(`/api/suppliers/${supplier}`))).archived
  const asked = await ask()
  expect(asked.html).toContain('1 purchase order is still open')
  expect(asked.html).toContain('1 draft is not sent')
  expect(await archived()).toBe(false)
  await ask('?agreed=true')
  expect(await archived()).toBe(true)
  // One that nothing is ordered of is archived at once.
  const { id: quiet } = await expectOk(admin.post('/api/suppliers', { name: 'Quiet Supplies' }))
  await htmxRequest(server, admin, 'POST', `/suppliers/${quiet}/archive`)
  expect((await expectOk(admin.get(`/api/suppliers/${quiet}`))).archived).toBe(true)
  // What is on its way comes all the same.
  await expectOk(
    admin.post(`/api/purchaseorders/${order.id}/receipts`, {
      lines: [{ lineid: order.lines[0].id, quantity: 4 }],
    }),
  )
})

test('nothing is ordered of an archived supplier, by no call', async () => {
  const item = await createItem(shop)
  const lines = [{ inventoryid: item.id, quantity: 1 }]
  const draft = await expectOk(draftOrder(shop, lines))
  await archive(`/api/suppliers/${shop.supplier}`)
  expect(await expectRefused(draftOrder(shop, lines))).toEqual(['supplier'])
  expect(await expectRefused(admin.patch(`/api/purchaseorders/${draft.id}`, { status: 'sent' }))).toEqual([
    'supplier',
  ])
  expect(await expectRefused(admin.patch(`/api/purchaseorders/${draft.id}`, { note: 'Soon' }))).toEqual([
    'supplier',
  ])
  await expectOk(admin.patch(`/api/purchaseorders/${draft.id}`, { supplier: shop.other }))
  await restore(`/api/suppliers/${shop.supplier}`)
})

test('nothing is ordered of an archived item, and its row says so', async () => {
  const item = await createItem(shop)
  const lines = [{ inventoryid: item.id, quantity: 1 }]
  const draft = await expectOk(draftOrder(shop, lines))
  await archive(`/api/inventory/${item.id}`)
  expect(await expectRefused(draftOrder(shop, lines))).toEqual(['lines.0.inventoryid'])
  expect(await expectRefused(admin.patch(`/api/purchaseorders/${draft.id}`, { status: 'sent' }))).toEqual([
    'lines.0.inventoryid',
  ])
  const [line] = draft.lines
  const form = { lineid: line.id, inventoryid: item.id, description: item.name, unit: 'ea', quantity: '1' }
  const page = await htmxRequest(server, admin, 'POST', `/purchase/${draft.id}/send`, form)
  expect(page.status).toBe(422)
  expect(page.html).toContain(`data-field="description-${line.id}"`)
})

test('single lines are closed short and opened again on the page', async () => {
  const items = [await createItem(shop), await createItem(shop)]
  const order = await sendOrder(
    shop,
    items.map(({ id }) => ({ inventoryid: id, quantity: 5 })),
  )
  const [first] = order.lines
  const step = (name: string) =>
    htmxRequest(server, admin, 'POST', `/purchase/${order.id}/${name}`, { lineid: first.id })
  const read = () => expectOk(admin.get(`/api/purchaseorders/${order.id}`))
  const closed = await step('close')
  expect(closed.html).toContain(`Open again: ${items[0]?.name}`)
  expect((await read()).lines.map((line: { open: number }) => line.open)).toEqual([0, 5])
  await step('reopen')
  expect((await read()).lines.map((line: { open: number }) => line.open)).toEqual([5, 5])
})

test('of two who receive the same line at once, one is refused', async () => {
  const item = await createItem(shop)
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 6 }])
  const receive = () =>
    admin.post(`/api/purchaseorders/${order.id}/receipts`, {
      lines: [{ lineid: order.lines[0].id, quantity: 6 }],
    })
  const answers = await Promise.all([receive(), receive()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await expectOk(admin.get(`/api/purchaseorders/${order.id}`))).lines[0]).toMatchObject({
    received: 6,
    open: 0,
  })
})

test('a receipt whose goods are used shows below what stock would fall before it is undone', async () => {
  const item = await createItem(shop)
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 6 }])
  const received = await expectOk(
    admin.post(`/api/purchaseorders/${order.id}/receipts`, {
      lines: [{ lineid: order.lines[0].id, quantity: 6 }],
    }),
  )
  await expectOk(admin.post('/api/inventory/outbound', { inventoryid: item.id, quantity: 5 }))
  const { html } = await htmxRequest(
    server,
    admin,
    'GET',
    `/purchase/${order.id}/receipts/${received.receipts[0].id}/undo`,
  )
  expect(html).toMatch(/>−5\sea</)
})
