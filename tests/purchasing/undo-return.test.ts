import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { stock_ledger } from '#db/schema/tenant/index.ts'
import { checkStock } from '#server/stock/check.ts'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createItem, createShop, levelsOf, type Shop, sendOrder } from './support.ts'

let server: TestServer
let shop: Shop
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = shop.admin
})
afterAll(() => server.stop())

const url = '/api/purchaseorders'
/** In cents: what the stock of an item is worth, and what went to cost of sales beside it. */
const worthOf = (id: string) =>
  server.services.tenants.read(server.accountid, (db) => {
    const rows = db.select().from(stock_ledger).where(eq(stock_ledger.inventoryid, id)).all()
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
    return { value: sum(({ value }) => value), variance: sum(({ variance }) => variance) }
  })

/** Ten that came at 80, of which three went back. */
async function wentBack(again: boolean) {
  const item = await createItem(shop)
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 10, rate: 80 }])
  const lineid = order.lines[0].id as string
  const came = await expectOk(
    admin.post(`${url}/${order.id}/receipts`, { lines: [{ lineid, quantity: 10 }] }),
  )
  const before = worthOf(item.id)
  const back = await expectOk(
    admin.post(`${url}/${order.id}/returns`, { lines: [{ lineid, quantity: 3 }], again }),
  )
  const path = `${url}/${order.id}/returns/${back.returns[0].id}`
  return { item: item.id, id: order.id as string, lineid, path, before, receipt: came.receipts[0].id }
}

test.each([true, false])(
  'a return by mistake is taken back, and leaves nothing behind (again: %s)',
  async (again) => {
    const { item, id, path, before, receipt } = await wentBack(again)
    expect(await levelsOf(shop, item)).toMatchObject({ quantity: 7 })
    const undone = await expectOk(admin.delete(path))
    expect(undone).toMatchObject({
      state: 'received',
      returns: [],
      lines: [{ open: 0, returned: 0, creditdue: 0 }],
    })
    expect(await levelsOf(shop, item)).toMatchObject({ quantity: 10, onorder: 0 })
    expect(worthOf(item)).toEqual(before)
    expect((await admin.delete(path)).status).toBe(404)
    // Nothing hangs on the receipt any more.
    await expectOk(admin.delete(`${url}/${id}/receipts/${receipt}`))
    expect(server.services.tenants.read(server.accountid, checkStock)).toEqual([])
  },
)

test('a return that is taken back is worth what it left at, whatever the average is by then', async () => {
  const item = await createItem(shop)
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item.id, quantity: 33, cost: 60.5 }))
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 10, rate: 50 }])
  const lineid = order.lines[0].id as string
  await expectOk(admin.post(`${url}/${order.id}/receipts`, { lines: [{ lineid, quantity: 10 }] }))
  const { value, variance } = worthOf(item.id)
  const back = await expectOk(
    admin.post(`${url}/${order.id}/returns`, { lines: [{ lineid, quantity: 3 }], again: false }),
  )
  expect(worthOf(item.id)).toEqual({ value: value - 174_17, variance: variance + 24_17 })
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item.id, quantity: 20, cost: 100 }))
  await expectOk(admin.delete(`${url}/${order.id}/returns/${back.returns[0].id}`))
  expect(worthOf(item.id)).toEqual({ value: value + 2000_00, variance })
})

test('what hangs on a return is named, and is undone first', async () => {
  const { id, path, lineid, receipt } = await wentBack(true)
  expect((await admin.delete(`${url}/${id}/receipts/${receipt}`)).body.message).toContain(
    'take that return back before this receipt',
  )
  const later = await expectOk(admin.post(`${url}/${id}/receipts`, { lines: [{ lineid, quantity: 2 }] }))
  expect((await admin.delete(path)).body.message).toMatch(
    /^2.ea of Board \d+ came again since: undo that receipt/,
  )
  await expectOk(admin.delete(`${url}/${id}/receipts/${later.receipts[0].id}`))
  await expectOk(admin.delete(path))
  // Of the same goods, charged whole.
  const goods = () => expectOk(admin.get(`/api/supplierinvoices/goods?supplier=${shop.supplier}`))
  const enter = (body: object) =>
    expectOk(admin.post('/api/supplierinvoices', { supplier: shop.supplier, ...body }))
  const charged = (await goods()).find(({ order }: { order: { id: string } }) => order.id === id)
  const invoice = await enter({ number: 'V 9', lines: [{ receiptlineid: charged.id }] })
  await expectOk(admin.patch(`/api/supplierinvoices/${invoice.id}`, { status: 'approved' }))
  const { returns } = await expectOk(
    admin.post(`${url}/${id}/returns`, { lines: [{ lineid, quantity: 3 }], again: false }),
  )
  const due = (await goods()).find(({ kind }: { kind: string }) => kind === 'return')
  const note = await enter({ kind: 'creditnote', number: 'CN 9', lines: [{ returnid: due.id }] })
  const last = `${url}/${id}/returns/${returns[0].id}`
  expect((await admin.delete(last)).body.message).toContain('credit note CN 9 of the supplier')
  await expectOk(admin.delete(`/api/supplierinvoices/${note.id}`))
  expect(await expectOk(admin.delete(last))).toMatchObject({ lines: [{ creditdue: 0, returned: 0 }] })
})
