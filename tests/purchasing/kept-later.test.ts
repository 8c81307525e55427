import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createItem, createShop, draftOrder, levelsOf, type Shop, sendOrder } from './support.ts'

let server: TestServer
let shop: Shop
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

type Line = { id: string; receivable: boolean; received: number; open: number }
type Order = { id: string; state: string; number: string; lines: Line[] }

const read = (id: string): Promise<Order> => expectOk(admin.get(`/api/purchaseorders/${id}`))
const patch = (id: string, body: object) => expectOk(admin.patch(`/api/purchaseorders/${id}`, body))
const keep = (id: string, keptinstock: boolean) => admin.patch(`/api/inventory/${id}`, { keptinstock })
const receive = (order: Order, quantity: number) =>
  admin.post(`/api/purchaseorders/${order.id}/receipts`, {
    lines: [{ lineid: order.lines[0]?.id, quantity }],
  })
const orderOf = async (item: { id: string }): Promise<Order> =>
  sendOrder(shop, [{ inventoryid: item.id, quantity: 6, rate: 10 }])
const charge = async (order: Order, number: string, quantity: number, kind = 'invoice') => {
  const lines = [{ orderlineid: order.lines[0]?.id, quantity }]
  const body = { kind, supplier: shop.supplier, number, lines }
  const { id } = await expectOk(admin.post('/api/supplierinvoices', body))
  return expectOk(admin.patch(`/api/supplierinvoices/${id}`, { status: 'approved' }))
}

type Moment = {
  when: string
  /** Brings an order of six there, whose item was kept in stock before or not. */
  bring: (order: Order) => Promise<unknown>
  /** What the order stands at once the item is kept, and what is on order and on hand. */
  kept: [state: string, onorder: number, onhand: number]
}

const later: Moment[] = [
  { when: 'ordered', bring: async () => {}, kept: ['sent', 6, 0] },
  { when: 'charged in part', bring: (order) => charge(order, `P-${order.number}`, 2), kept: ['sent', 0, 0] },
  {
    when: 'charged wholly',
    bring: (order) => charge(order, `W-${order.number}`, 6),
    kept: ['received', 0, 0],
  },
  { when: 'closed', bring: ({ id }) => patch(id, { status: 'closed' }), kept: ['closed', 0, 0] },
  { when: 'cancelled', bring: ({ id }) => patch(id, { status: 'cancelled' }), kept: ['cancelled', 0, 0] },
]

describe('an item that is kept in stock once it was', () => {
  for (const { when, bring, kept } of later)
    test(`${when}: its order, what is on order and what is there agree`, async () => {
      const item = await createItem(shop, { keptinstock: false })
      const order = await orderOf(item)
      await bring(order)
      const { body } = await keep(item.id, true)
      const [state, onorder, onhand] = kept
      expect((await read(order.id)).state).toBe(state)
      expect(await levelsOf(shop, item.id)).toMatchObject({ onorder, quantity: onhand })
      expect(String(body.message).includes(order.number)).toBe(onorder > 0)
      expect((await receive(order, 6)).status).toBe(onorder > 0 ? 200 : 400)
      if (onorder === 0) return
      expect((await read(order.id)).state).toBe('received')
      expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 0, quantity: 6 })
    })

  test('on a draft comes into stock once that was sent', async () => {
    const item = await createItem(shop, { keptinstock: false })
    const draft = await expectOk(draftOrder(shop, [{ inventoryid: item.id, quantity: 6, rate: 10 }]))
    await expectOk(keep(item.id, true))
    const sent = await patch(draft.id, { status: 'sent' })
    expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 6 })
    expect((await receive(sent, 6)).status).toBe(200)
  })

  test('ordered, by its category, is received too', async () => {
    const { id: category } = await expectOk(admin.post('/api/categories', { name: 'Hinges' }))
    const item = await createItem(shop, { keptinstock: false })
    await expectOk(admin.patch(`/api/inventory/${item.id}`, { inventoryclass: null, category }))
    const order = await orderOf(item)
    await expectOk(admin.patch(`/api/categories/${category}`, { inventoryclass: 2 }))
    expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 6 })
    expect((await receive(order, 6)).status).toBe(200)
  })
})

describe('an item that is no longer kept in stock once', () => {
  test('it is ordered comes into no stock, is on no order, and its order ends once it is charged', async () => {
    const item = await createItem(shop)
    const order = await orderOf(item)
    const { body } = await keep(item.id, false)
    expect(body.message).toContain(`1 line on order (${order.number}) no longer comes into stock.`)
    expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 0, quantity: 0 })
    expect((await receive(order, 6)).status).toBe(400)
    await charge(order, 'U-1', 4)
    expect((await read(order.id)).state).toBe('sent')
    await charge(order, 'U-2', 2)
    expect((await read(order.id)).state).toBe('received')
    await charge(order, 'U-3', 2, 'creditnote')
    expect((await read(order.id)).state).toBe('sent')
    await patch(order.id, { status: 'closed' })
    expect((await read(order.id)).state).toBe('closed')
    await expectOk(keep(item.id, true))
    expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 0 })
  })

  test('a part came is received to the end, and says what stock still counts of it', async () => {
    const item = await createItem(shop)
    const order = await orderOf(item)
    await expectOk(receive(order, 2))
    const { body } = await keep(item.id, false)
    expect(body.message).toContain(`Stock still counts 2 of ${item.name}: count it to 0 if it is gone.`)
    expect((await receive(order, 4)).status).toBe(200)
    expect((await read(order.id)).state).toBe('received')
    expect(await levelsOf(shop, item.id)).toMatchObject({ quantity: 6 })
  })
})
