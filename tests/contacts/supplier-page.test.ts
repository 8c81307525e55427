import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createItem, createShop, draftOrder, type Shop, sendOrder } from '#tests/purchasing/support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let shop: Shop
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = server.people.admin
})
afterAll(() => server.stop())

/** As it is read: without tags, and with plain spaces. */
async function read(path: string, who = admin) {
  const { html } = await htmxRequest(server, who, 'GET', path)
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
const day = (days: number) => Temporal.Now.plainDateISO('Africa/Johannesburg').add({ days }).toString()

test('a supplier’s page shows what is to come, late, owed by age and bought', async () => {
  const item = await createItem(shop)
  const lines = [{ inventoryid: item.id, quantity: 10, rate: 50 }]
  const order = await sendOrder(shop, lines, { required: day(-3) })
  await sendOrder(shop, lines, { required: day(3) })
  await expectOk(draftOrder(shop, lines))
  await expectOk(
    admin.post(`/api/purchaseorders/${order.id}/receipts`, {
      lines: [{ lineid: order.lines[0].id, quantity: 4 }],
    }),
  )
  const charge = async (number: string, rate: number, more: object) => {
    const { id } = await expectOk(
      admin.post('/api/supplierinvoices', {
        ...{ supplier: shop.supplier, number, ...more },
        lines: [{ description: 'Goods', rate }],
      }),
    )
    await expectOk(admin.patch(`/api/supplierinvoices/${id}`, { status: 'approved' }))
  }
  await charge('TC-1', 100, { date: day(-60), duedate: day(-40) })
  await charge('TC-2', 70, { duedate: day(20) })
  await charge('TC-3', 30, { kind: 'creditnote' })
  const page = await read(`/suppliers/${shop.supplier}/overview`)
  expect(page).toContain('To come R 800,00 1 order is late')
  expect(page).toContain('Owed R 170,00 Past due: R 100,00 31 to 60')
  expect(page).toContain('Credit R 30,00')
  expect(page).toContain('Bought in a year R 140,00')
  expect(await read(`/suppliers/${shop.supplier}/orders`)).toContain('Part received Late')
  const invoices = await read(`/suppliers/${shop.supplier}/invoices`)
  for (const words of ['TC-1', 'TC-2', 'TC-3 Credit note', 'Overdue']) expect(invoices).toContain(words)
  expect(await read(`/suppliers/${shop.supplier}/bought`)).toContain(`${item.name} ${item.code} 1 order`)
})

test('its prices are those of today, and say when they change', async () => {
  const item = await createItem(shop)
  const url = `/api/inventory/${item.id}/suppliers`
  const breaks = [{ quantity: 10, price: 9 }]
  await expectOk(admin.post(url, { supplier: shop.other, code: 'BM-7', price: 12, breaks }))
  await expectOk(admin.post(`${url}/${shop.other}/prices`, { validfrom: '2099-01-31', price: 15 }))
  const prices = await read(`/suppliers/${shop.other}/prices`)
  expect(prices).toContain('theirs: BM-7, changes on')
  expect(prices).toContain('R 12,00 per ea · R 9,00 from 10')
})
