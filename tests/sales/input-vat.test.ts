import { afterAll, beforeAll, expect, test } from 'bun:test'
import { supplierinvoices } from '#db/schema/tenant/index.ts'
import { createItem, createShop, type Shop, sendOrder } from '#tests/purchasing/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: Shop
let admin: Client
let organisation: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = server.people.admin
  const [own] = await expectOk(admin.get('/api/organisations'))
  organisation = own.id
  await vendor('4123456789')
  await expectOk(admin.patch(`/api/suppliers/${shop.supplier}`, { vatnumber: '4987654321' }))
})
afterAll(() => server.stop())

const url = '/api/supplierinvoices'
const vendor = (vatnumber: string) =>
  expectOk(admin.patch(`/api/organisations/${organisation}`, { vatnumber }))
const line = (rate: number, more: object = {}) => ({ description: 'Goods', quantity: 1, rate, ...more })

async function approve(number: string, lines: object[], more: object = {}) {
  const { id } = await expectOk(admin.post(url, { supplier: shop.supplier, number, lines, ...more }))
  return expectOk(admin.patch(`${url}/${id}`, { status: 'approved' }))
}

async function fields(date?: string): Promise<Record<string, number>> {
  const { fields } = await expectOk(admin.get(`/api/invoices/vat${date ? `?date=${date}` : ''}`))
  return Object.fromEntries(fields.map((one: { field: string; amount: number }) => [one.field, one.amount]))
}

test('what suppliers charge is input tax, by capital and other goods, less their credit notes', async () => {
  await approve('A1', [line(1000), line(200, { inputtax: 'capital' }), line(80, { inputtax: 'none' })])
  await approve('A2', [line(100)], { kind: 'creditnote' })
  await expectOk(admin.post(url, { supplier: shop.supplier, number: 'A3', lines: [line(5000)] }))
  expect(await fields()).toMatchObject({ 14: 30, 15: 135, 19: 165, 20: -165 })
  const { html } = await htmxRequest(server, admin, 'GET', '/invoices/vat')
  expect(html).toContain('VAT refundable')
  const behind = await htmxRequest(server, admin, 'GET', '/invoices/vat/documents?input=other')
  expect(behind.html).toContain('Timber City')
  expect(behind.html).toContain('A1')
  expect(behind.html).toContain('A2')
  expect(behind.html).not.toContain('A3')
  const file = await admin.get('/invoices/vat/export?input=capital&format=csv')
  expect(file.body).toContain('Supplier')
  expect(String(file.body).trim().split('\n')).toHaveLength(2)
})

test('a supplier without a VAT number gives no input tax', async () => {
  const before = await fields()
  expect(
    await expectRefused(
      admin.post(url, { supplier: shop.other, number: 'B1', lines: [line(100, { vatrate: 15 })] }),
    ),
  ).toEqual(['lines.0.vatrate'])
  await approve('B1', [line(100)], { supplier: shop.other })
  expect(await fields()).toEqual(before)
})

test('what was approved while the organisation was no vendor is never claimed', async () => {
  const before = await fields()
  await vendor('')
  const { id } = await expectOk(
    admin.post(url, { supplier: shop.supplier, number: 'N1', lines: [line(700)] }),
  )
  const shown = async () => (await htmxRequest(server, admin, 'GET', `/supplierinvoices/${id}`)).html
  expect(await shown()).not.toMatch(/Claim its VAT on|Its VAT is/)
  await expectOk(admin.patch(`${url}/${id}`, { status: 'approved' }))
  expect(await shown()).not.toMatch(/VAT claimed on|not claimed/)
  await vendor('4123456789')
  expect(await fields()).toEqual(before)
})

test('the day on which it is claimed decides the period', async () => {
  const before = await fields()
  const later = Temporal.Now.plainDateISO().add({ months: 3 }).toString()
  await approve('C1', [line(400)], { vatdate: later })
  expect(await fields()).toEqual(before)
  expect(await fields(later)).toMatchObject({ 15: 60 })
})

test('one that is cancelled after its period is taken off a later one', async () => {
  const before = await fields()
  const past = Temporal.Now.plainDateISO().subtract({ months: 6 }).toString()
  const { id } = await approve('D1', [line(1000)], { date: past })
  const { id: fresh } = await approve('D2', [line(300)])
  for (const one of [id, fresh])
    await expectOk(admin.patch(`${url}/${one}`, { status: 'cancelled', reason: 'Not ours' }))
  expect(await fields(past)).toMatchObject({ 15: 150 })
  expect((await fields())[15]).toBe((before[15] ?? 0) - 150)
  const { html } = await htmxRequest(server, admin, 'GET', '/invoices/vat/documents?input=other')
  expect(html).toContain('D1')
  expect(html).not.toContain('D2')
  // Entered and cancelled in the period itself: there never was a claim.
  await server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db
      .update(supplierinvoices)
      .set({ cancelledutc: `${past}T12:00:00.000Z` })
      .run()
  })
  expect((await fields(past))[15]).toBe(0)
})

async function received(quantity: number, rate: number, came: number) {
  const item = await createItem(shop)
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity, rate }])
  const lines = [{ lineid: order.lines[0].id, quantity: came }]
  await expectOk(admin.post(`/api/purchaseorders/${order.id}/receipts`, { lines }))
  return order
}

test('goods that came without an invoice of their supplier are named, and entered from their order', async () => {
  await vendor('4123456789')
  const named = async () => (await expectOk(admin.get('/api/invoices/vat'))).uninvoiced
  const before = await named()
  const sent = await received(3, 100, 2)
  expect(await named()).toEqual([...before, { id: sent.id, number: sent.number, net: 200 }])
  const page = await htmxRequest(server, admin, 'GET', '/invoices/vat')
  expect(page.html).toMatch(/Goods received in this period for R[^.]* have no supplier’s invoice yet/)
  expect(page.html).toContain(`href="/purchase/${sent.id}"`)
  const dialog = async () => (await htmxRequest(server, admin, 'GET', `/purchase/${sent.id}`)).html
  expect(await dialog()).toContain(`/supplierinvoices/new?order=${sent.id}`)
  const form = await htmxRequest(server, admin, 'GET', `/supplierinvoices/new?order=${sent.id}`)
  expect(form.html).toContain(`Begin with what came of ${sent.number}`)
  // What came of another order stays out of it.
  const other = await received(1, 50, 1)
  const entered = await htmxRequest(server, admin, 'POST', '/supplierinvoices', {
    ...{ kind: 'invoice', supplier: shop.supplier, number: 'PAPER-1', order: sent.id, fill: 'true' },
  })
  expect(entered.status, entered.html).toBe(200)
  const [draft] = await expectOk(admin.get(`${url}?search=PAPER-1`))
  expect(draft).toMatchObject({ net: 200 })
  expect(await named()).toEqual([...before, { id: other.id, number: other.number, net: 50 }])
  expect(await dialog()).not.toContain('/supplierinvoices/new')
})

test('each order without an invoice of its supplier has its link, however many there are', async () => {
  await vendor('4123456789')
  for (let n = 0; n < 7; n++) await received(3, 100, 2)
  const { uninvoiced } = await expectOk(admin.get('/api/invoices/vat'))
  expect(uninvoiced.length).toBeGreaterThanOrEqual(7)
  const { html } = await htmxRequest(server, admin, 'GET', '/invoices/vat')
  expect(html).toContain(`and ${uninvoiced.length - 5} more`)
  for (const { id, number } of uninvoiced)
    expect(html).toMatch(new RegExp(`href="/purchase/${id}"[^>]*>${number}<`))
})
