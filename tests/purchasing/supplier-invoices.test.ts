import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { lastWorth } from '#db/queries/stock/worth.ts'
import { daysAfter } from '#server/dates.ts'
import { asCents } from '#server/money/decimal.ts'
import { spreadCents } from '#server/money/spread.ts'
import { importPages } from '#tests/import/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createItem, createShop, type Shop, sendOrder } from './support.ts'

let server: TestServer
let shop: Shop
let admin: Client

beforeAll(async () => {
  server = await startTestServer()
  shop = await createShop(server)
  admin = server.people.admin
  const [organisation] = await expectOk(admin.get('/api/organisations'))
  await expectOk(admin.patch(`/api/organisations/${organisation.id}`, { vatnumber: '4123456789' }))
  await expectOk(admin.patch(`/api/suppliers/${shop.supplier}`, { vatnumber: '4987654321', paymentdays: 30 }))
})
afterAll(() => server.stop())

const url = '/api/supplierinvoices'
const goods = (): Promise<{ id: string; kind: string; left: number; description: string }[]> =>
  expectOk(admin.get(`${url}/goods?supplier=${shop.supplier}`))
const enter = (number: string, lines: object[], more: object = {}) =>
  admin.post(url, { supplier: shop.supplier, number, lines, ...more })
const patch = (id: string, body: object) => admin.patch(`${url}/${id}`, body)
const approve = (id: string, reason?: string) => patch(id, { status: 'approved', reason })

/** Goods that came of a sent order, one line of an item. */
async function receive(quantity: number, rate: number) {
  const item = await createItem(shop)
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity, rate }])
  const line = order.lines[0].id
  await expectOk(
    admin.post(`/api/purchaseorders/${order.id}/receipts`, { lines: [{ lineid: line, quantity }] }),
  )
  const receipt = (await goods()).find(({ description }) => description === item.name)?.id as string
  return { item, order, line, receipt }
}
/** In rand. */
const worthOf = (id: string) =>
  server.services.tenants.read(admin.accountid, (db) => (lastWorth(db, id)?.valuebalance ?? 0) / 100)

test('carriage is spread to the cent by largest remainder', () => {
  expect(spreadCents(asCents(685), [1, 1, 1, 1, 1, 1])).toEqual([115, 114, 114, 114, 114, 114].map(asCents))
  expect(spreadCents(asCents(100_000), [6, 6, 3, 6])).toEqual([28_572, 28_571, 14_286, 28_571].map(asCents))
  expect(spreadCents(asCents(-685), [1, 1, 1, 1, 1, 1]).reduce((sum, one) => sum + one, 0)).toBe(-685)
  expect(() => spreadCents(asCents(1), [0, 0])).toThrow('Nothing to spread')
})

test('what stands on no invoice yet is told a page at a time', async () => {
  for (let n = 0; n < 3; n++) await receive(1, 10)
  const all = await goods()
  const { body } = await admin.get(`${url}/goods?supplier=${shop.supplier}&skip=1&take=1`)
  expect([body.data.map(({ id }: { id: string }) => id), body.total]).toEqual([[all[1]?.id], all.length])
})

describe('an invoice of a supplier', () => {
  test('charges what came, once, and never more than is here', async () => {
    const { order, line, receipt } = await receive(10, 50)
    await expectOk(
      admin.post(`/api/purchaseorders/${order.id}/returns`, {
        lines: [{ lineid: line, quantity: 3 }],
        again: false,
      }),
    )
    expect(await expectRefused(enter('A1', [{ receiptlineid: receipt, quantity: 8 }]))).toEqual([
      'lines.0.quantity',
    ])
    const twice = [4, 4].map((quantity) => ({ receiptlineid: receipt, quantity }))
    expect(await expectRefused(enter('A1', twice))).toEqual(['lines.1.quantity'])
    const draft = await expectOk(
      enter('A1', [{ receiptlineid: receipt, quantity: 5 }], { date: '2026-11-02' }),
    )
    expect(draft).toMatchObject({
      ...{ state: 'draft', net: 250, vat: 37.5, total: 287.5, open: 0, duedate: '2026-12-02' },
      lines: [{ match: { ordered: 10, received: 10, returned: 3, difference: 0, within: true, left: 2 } }],
    })
    expect(await expectRefused(enter('a1', []))).toEqual(['number'])
    expect(await expectRefused(enter('A2', [{ receiptlineid: receipt, quantity: 3 }]))).toEqual([
      'lines.0.quantity',
    ])
    const [{ id: came }] = (await expectOk(admin.get(`/api/purchaseorders/${order.id}`))).receipts
    expect((await admin.delete(`/api/purchaseorders/${order.id}/receipts/${came}`)).status).toBe(400)
    await expectOk(admin.delete(`${url}/${draft.id}`))
  })

  test('goes to stock at what it cost, with a reason beyond the tolerance, and can be cancelled', async () => {
    const { item, receipt } = await receive(20, 30)
    const priced = await expectOk(enter('B1', [{ receiptlineid: receipt, rate: 31 }]))
    expect(priced.lines[0].match).toMatchObject({ expected: 600, difference: 20, within: false })
    expect(await expectRefused(approve(priced.id))).toEqual(['reason'])
    await expectOk(
      admin.patch('/api/configuration/settings', { pricetolerance: 1, pricetoleranceamount: 20 }),
    )
    expect(await expectOk(approve(priced.id))).toMatchObject({ state: 'approved', open: 713, reason: '' })
    expect(worthOf(item.id)).toBe(620)
    const lastPrice = async () =>
      /Last price R\s(\d+,\d\d)/.exec((await admin.get(`/inventory/${item.id}/stock`)).text)?.[1]
    expect(await lastPrice()).toBe('31,00')
    expect((await patch(priced.id, { note: 'late' })).status).toBe(400)
    expect(await expectRefused(patch(priced.id, { status: 'cancelled' }))).toEqual(['reason'])
    await expectOk(patch(priced.id, { status: 'cancelled', reason: 'Of another firm' }))
    expect(worthOf(item.id)).toBe(600)
    expect(await lastPrice()).toBe('30,00')
    await expectOk(admin.patch('/api/configuration/settings', { pricetoleranceamount: 0, pricetolerance: 0 }))
    const again = await expectOk(enter('B1', [{ receiptlineid: receipt, rate: 31 }]))
    expect(await expectOk(approve(again.id, 'Agreed by phone'))).toMatchObject({ reason: 'Agreed by phone' })
  })

  test('that costs more once goods are used says so on the job, whose cost leaves it out', async () => {
    const { item, receipt } = await receive(7, 780)
    const board = await expectOk(admin.post('/api/boards', { name: 'Late prices' }))
    const { id: jobid } = await expectOk(admin.post('/api/jobs', { boardid: board.id, status: 3 }))
    const used = { jobid, inventoryid: item.id, role: 2, estimated: 7, consumed: 7, linerate: 1000 }
    await expectOk(admin.post('/api/materials', used))
    const costs = async () => (await expectOk(admin.get(`/api/jobs/${jobid}/totals`))).cost
    expect(await costs()).toMatchObject({ actual: 5460, late: 0 })
    const { id } = await expectOk(enter('LATE', [{ receiptlineid: receipt, rate: 800 }]))
    await expectOk(approve(id, 'Agreed by phone'))
    expect(await costs()).toMatchObject({ actual: 5460, late: 140 })
  })

  test('makes what it charged the last price, unless that was not kept or is newer', async () => {
    const item = await createItem(shop)
    const buy = async (rate: number, lastprice: boolean) => {
      const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 9, unit: 'box', rate }])
      const lines = [{ lineid: order.lines[0].id, quantity: 9 }]
      await expectOk(admin.post(`/api/purchaseorders/${order.id}/receipts`, { lines, lastprice }))
      return (await goods()).filter(({ description }) => description === item.name).at(-1)?.id as string
    }
    const lastPrice = async () =>
      (await expectOk(admin.get(`/api/inventory/${item.id}`))).units.find(
        ({ name }: { name: string }) => name === 'box',
      ).lastprice
    const charge = async (number: string, receiptlineid: string, rate: number) => {
      const { id } = await expectOk(enter(number, [{ receiptlineid, rate }]))
      await expectOk(approve(id, 'Dearer since Monday'))
      return id as string
    }
    const first = await buy(800, true)
    expect(await lastPrice()).toBe(800)
    const charged = await charge('LP1', first, 820)
    expect(await lastPrice()).toBe(820)
    await expectOk(patch(charged, { status: 'cancelled', reason: 'Of another firm' }))
    expect(await lastPrice()).toBe(800)
    await charge('LP2', await buy(850, false), 860)
    expect(await lastPrice()).toBe(800)
    await charge('LP3', first, 815)
    expect(await lastPrice()).toBe(815)
  })

  test('spreads its carriage over the goods', async () => {
    const received = [await receive(6, 10), await receive(6, 10), await receive(3, 10), await receive(6, 10)]
    const lines = [
      ...received.map(({ receipt }) => ({ receiptlineid: receipt })),
      { description: 'Carriage', rate: 1000, freight: true },
    ]
    const draft = await expectOk(enter('C1', lines, { spread: 'quantity' }))
    const shares = (invoice: { lines: { share: number }[] }) => invoice.lines.map(({ share }) => share)
    expect(shares(draft)).toEqual([285.72, 285.71, 142.86, 285.71, 0])
    await expectOk(patch(draft.id, { spread: 'weight' }))
    expect(await expectRefused(approve(draft.id))).toEqual(['spread'])
    await expectOk(patch(draft.id, { spread: 'quantity' }))
    await expectOk(approve(draft.id))
    expect(worthOf(received[2]?.item.id as string)).toBe(172.86)
  })

  test('shows no VAT of a supplier without a number, and costs what nobody gets back', async () => {
    const line = { description: 'Advice', rate: 100 }
    const other = { supplier: shop.other }
    expect(await expectRefused(enter('D1', [{ ...line, vatrate: 15 }], other))).toEqual(['lines.0.vatrate'])
    expect(await expectOk(enter('D1', [line], other))).toMatchObject({ net: 100, vat: 0, total: 100 })
    const { item, receipt } = await receive(1, 100)
    const lunch = await expectOk(enter('D2', [{ receiptlineid: receipt, inputtax: 'none' }]))
    await expectOk(approve(lunch.id))
    expect(worthOf(item.id)).toBe(115)
  })

  test('charges VAT as soon as the VAT number of its supplier is known, on drafts too', async () => {
    const named = async (name: string) => (await expectOk(admin.post('/api/suppliers', { name }))).id
    const line = { description: 'Valves', rate: 100 }
    const [typed, elsewhere] = [await named('Valve World'), await named('Pipe World')]
    const drafted = await expectOk(enter('V1', [line], { supplier: typed }))
    const waiting = await expectOk(enter('V2', [line, { ...line, quantity: 2 }], { supplier: typed }))
    expect(drafted).toMatchObject({ vat: 0 })
    const [{ id }] = drafted.lines
    const saved = { lines: [{ ...line, id, vatrate: 0 }], vatnumber: '4555666777', version: drafted.version }
    expect(await expectOk(patch(drafted.id, saved))).toMatchObject({ vat: 15, total: 115 })
    expect(await expectOk(admin.get(`${url}/${waiting.id}`))).toMatchObject({ vat: 45, total: 345 })
    expect((await expectOk(admin.get(`/api/suppliers/${typed}`))).vatnumber).toBe('4555666777')
    // What is kept stays: another number on a later invoice changes nothing.
    expect(await expectOk(enter('V3', [line], { supplier: typed, vatnumber: '4000000000' }))).toMatchObject({
      vat: 15,
    })
    expect((await expectOk(admin.get(`/api/suppliers/${typed}`))).vatnumber).toBe('4555666777')

    const other = await expectOk(enter('V4', [line], { supplier: elsewhere }))
    await expectOk(admin.patch(`/api/suppliers/${elsewhere}`, { vatnumber: '4555666778' }))
    expect(await expectOk(admin.get(`${url}/${other.id}`))).toMatchObject({ vat: 15 })

    const listed = await named('Hose World')
    const before = await expectOk(enter('V5', [line, { ...line, vatrate: 0 }], { supplier: listed }))
    const csv = 'Name,VAT number,City\nHose World,4555666779,Durban\nPipe World,4555666778,Durban\n'
    const { page } = await importPages(server).importList('suppliers', csv, { match: 'update' })
    expect(page).not.toContain('could not')
    expect((await expectOk(admin.get(`/api/suppliers/${listed}`))).vatnumber).toBe('4555666779')
    expect(await expectOk(admin.get(`${url}/${before.id}`))).toMatchObject({ vat: 30, total: 230 })
  })
})

test('is paid in parts, less a credit note, and a payment is taken back', async () => {
  const { order, line, receipt } = await receive(10, 100)
  // Due after 30 days.
  const date = daysAfter(new Date().toISOString().slice(0, 10), -75)
  const invoice = await expectOk(enter('E1', [{ receiptlineid: receipt }], { date }))
  await expectOk(approve(invoice.id))
  await expectOk(
    admin.post(`/api/purchaseorders/${order.id}/returns`, {
      lines: [{ lineid: line, quantity: 3 }],
      again: false,
    }),
  )
  const back = (await goods()).find(({ kind }) => kind === 'return')
  expect(back).toMatchObject({ left: 3 })
  const credited = { kind: 'creditnote' }
  expect(await expectRefused(enter('E2', [{ returnid: back?.id, quantity: 4 }], credited))).toEqual([
    'lines.0.quantity',
  ])
  const draft = { supplier: shop.supplier, number: 'E3', ...credited }
  const made = await htmxRequest(server, admin, 'POST', '/supplierinvoices', draft)
  expect(JSON.stringify(made.trigger)).toContain('it takes nothing off what you owe yet')
  const credit = await expectOk(enter('E2', [{ returnid: back?.id }], credited))
  expect(credit).toMatchObject({ total: -345 })
  await expectOk(approve(credit.id))
  expect((await goods()).some(({ id }) => id === back?.id)).toBe(false)

  const pay = (parts: [string, number][], more: object = {}) =>
    admin.post('/api/supplierpayments', {
      supplier: shop.supplier,
      parts: parts.map(([invoiceid, amount]) => ({ invoiceid, amount })),
      ...more,
    })
  expect(await expectRefused(pay([[invoice.id, 1151]]))).toEqual(['parts.0.amount'])
  expect(await expectRefused(pay([[credit.id, 10]]))).toEqual(['parts.0.amount'])
  expect(await expectRefused(pay([[credit.id, -10]]))).toEqual(['parts'])
  const first = await expectOk(
    pay([
      [invoice.id, 500],
      [credit.id, -345],
    ]),
  )
  expect(first.amount).toBe(155)
  expect(await expectOk(admin.get(`${url}/${invoice.id}`))).toMatchObject({ state: 'part', open: 650 })
  const { suppliers } = await expectOk(admin.get(`${url}/creditors`))
  const aged = suppliers.find(({ supplier }: { supplier: { id: string } }) => supplier.id === shop.supplier)
  expect(aged.days60).toBe(650)
  const last = await expectOk(pay([[invoice.id, 650]]))
  expect(await expectOk(admin.get(`${url}/${invoice.id}`))).toMatchObject({ state: 'paid', open: 0 })
  expect((await patch(invoice.id, { status: 'cancelled', reason: 'No' })).status).toBe(400)
  const reverse = `/api/supplierpayments/${last.id}/reverse`
  expect(await expectRefused(admin.post(reverse, { reason: '' }))).toEqual(['reason'])
  expect(await expectOk(admin.post(reverse, { reason: 'Bounced' }))).toMatchObject({ reason: 'Bounced' })
  expect((await admin.post(reverse, { reason: 'Again' })).status).toBe(409)
  expect(await expectOk(admin.get(`${url}/${invoice.id}`))).toMatchObject({ state: 'part', open: 650 })
})

test('is entered, filled, approved and paid by its pages', async () => {
  const { item } = await receive(4, 25)
  const send = (method: string, path: string, form?: [string, string][]) =>
    htmxRequest(server, admin, method, path, form)
  const made = await send('POST', '/supplierinvoices', [
    ['kind', 'invoice'],
    ['supplier', shop.supplier],
    ['number', 'F1'],
    ['fill', 'true'],
  ])
  expect(made.status, made.html).toBe(200)
  expect(made.html).toContain(item.name)
  const [{ id }] = await expectOk(admin.get(`${url}?search=F1`))
  const read = () => expectOk(admin.get(`${url}/${id}`))
  const rows = (lines: Record<string, unknown>[]): [string, string][] =>
    lines.flatMap((line): [string, string][] => [
      ['lineid', String(line.id)],
      ['receiptlineid', String(line.receiptlineid ?? '')],
      ['returnid', ''],
      ['description', String(line.description)],
      ['quantity', String(line.quantity)],
      ['rate', String(line.rate)],
      ['discount', ''],
      ['vatrate', '15'],
      ['inputtax', 'other'],
      ['share', ''],
    ])
  const before = (await read()).lines
  await send('POST', `/supplierinvoices/${id}/add`, [...rows(before), ['addtext', 'Carriage']])
  const { lines } = await read()
  const carriage = lines.at(-1)
  const priced = rows(lines.map((line: object) => (line === carriage ? { ...line, rate: '60,00' } : line)))
  const wrong = await send('POST', `/supplierinvoices/${id}/save`, [
    ...rows([{ ...lines[0], quantity: 99_999 }]),
  ])
  expect(wrong.html).toContain(`data-field="quantity-${lines[0].id}"`)
  const approved = await send('POST', `/supplierinvoices/${id}/approve`, [
    ...priced,
    ['freight', carriage.id],
    ['spread', 'value'],
  ])
  expect(approved.html).toContain('carriage')
  const invoice = await read()
  expect(invoice).toMatchObject({ state: 'approved' })
  expect((await send('GET', `/supplierinvoices/pay?supplier=${shop.supplier}`)).html).toContain('Invoice F1')
  const paid = await send('POST', '/supplierinvoices/payments', [
    ['supplier', shop.supplier],
    ['invoiceid', id],
    ['amount', String(invoice.open)],
  ])
  expect(paid.status, paid.html).toBe(200)
  expect((await read()).state).toBe('paid')
  expect((await send('GET', '/supplierinvoices/creditors')).html).toContain('Aged creditors')
  expect((await send('GET', '/supplierinvoices?state=paid')).html).toContain('F1')
})

test('a draft offers the newest thirty of what came, and finds the others by any of their words', async () => {
  const item = await createItem(shop)
  const order = await sendOrder(
    shop,
    Array.from({ length: 32 }, () => ({ inventoryid: item.id, quantity: 1, rate: 5 })),
  )
  const came = (lines: { id: string }[], reference: string) =>
    expectOk(
      admin.post(`/api/purchaseorders/${order.id}/receipts`, {
        lines: lines.map(({ id }) => ({ lineid: id, quantity: 1 })),
        reference,
      }),
    )
  await came(order.lines.slice(0, 1), 'OLDEST 77')
  await came(order.lines.slice(1), 'NEWER 78')
  const { data: draft } = (await enter('MANY', [])).body
  const show = async (path: string) => (await admin.get(`/supplierinvoices/${draft.id}${path}`)).text
  const offered = (html: string) => html.match(/addreceipt/g)?.length ?? 0

  const dialog = await show('')
  expect(offered(dialog)).toBe(30)
  expect(dialog).toContain(
    `The newest 30 of ${(await goods()).filter(({ kind }) => kind === 'receipt').length}.`,
  )
  expect(dialog).not.toContain('OLDEST 77')
  const found = await show('/goods?search=oldest%2077')
  expect(offered(found)).toBe(1)
  expect(found).toContain('OLDEST 77')
  expect(await show('/goods?search=nowhere')).toContain('None of them has all of these words.')
  expect(offered(await show('/goods?search='))).toBe(30)
})

test('a dearer invoice offers its cost on the item, by choice, at the same price or the same margin', async () => {
  const plain = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const { item, receipt } = await receive(10, 120)
  // 120,00 and a third of it: 160,00, of which 40,00 is a quarter.
  await expectOk(admin.patch(`/api/inventory/${item.id}`, { rate: 120, price: 160 }))
  const { id } = await expectOk(enter('TC-COST', [{ receiptlineid: receipt, rate: 138 }]))
  const dialog = async () => plain((await htmxRequest(server, admin, 'GET', `/supplierinvoices/${id}`)).html)
  expect(await dialog()).not.toContain('Costs that changed')
  await expectOk(approve(id, 'Dearer'))
  // 160,00 − 138,00 = 22,00, which is 13,75 %; 160,00 × 138 / 120 = 184,00.
  expect(await dialog()).toContain(
    'cost R 120,00 → R 138,00; at a price of R 160,00 the margin goes from 25 % to 13,8 %.',
  )
  expect(await dialog()).toContain('Keep the margin: price R 184,00')
  const read = () => expectOk(admin.get(`/api/inventory/${item.id}`))
  expect(await read()).toMatchObject({ rate: 120, price: 160 })
  const take = (keeps: string, who = admin) =>
    htmxRequest(server, who, 'POST', `/supplierinvoices/${id}/costs`, { inventoryid: item.id, keeps })
  expect((await take('price', server.people.jobs)).status).toBe(403)
  expect((await take('price')).status).toBe(200)
  expect(await read()).toMatchObject({ rate: 138, price: 160 })
  expect((await take('price')).status).toBe(409)
  expect(await dialog()).not.toContain('Costs that changed')
  await expectOk(admin.patch(`/api/inventory/${item.id}`, { rate: 120, price: 160 }))
  expect((await take('margin')).status).toBe(200)
  expect(await read()).toMatchObject({ rate: 138, price: 184 })
})

test('a line names an item that was bought without an order, and offers it the cost that it charges', async () => {
  const item = await createItem(shop)
  await expectOk(admin.patch(`/api/inventory/${item.id}`, { rate: 120, price: 160 }))
  const bought = { inventoryid: item.id, quantity: 4, rate: 138 }
  expect(await expectRefused(enter('TILL-9', [{ ...bought, freight: true }]))).toEqual(['lines.0.freight'])
  expect(await expectRefused(enter('TILL-9', [{ inventoryid: shop.supplier }]))).toEqual([
    'lines.0.inventoryid',
  ])
  expect(await expectRefused(enter('TILL-9', [bought], { kind: 'creditnote' }))).toEqual([
    'lines.0.inventoryid',
  ])
  const { id, lines } = await expectOk(enter('TILL-9', [bought]))
  expect(lines).toMatchObject([{ inventoryid: item.id, description: item.name, quantity: 4, net: 552 }])
  const later = await expectOk(enter('TILL-10', [{ inventoryid: item.id }]))
  expect(later.lines).toMatchObject([{ quantity: 1, rate: 120 }])
  const found = await admin.get(`/lookup/inventory?of=cost&search=${item.code}`)
  expect(found.text).toContain('costs R\u00a0120,00')
  expect(found.text).not.toContain('160,00')
  // What changes beside the lines keeps the item.
  expect((await expectOk(patch(id, { note: 'Paid at the till' }))).lines).toMatchObject([
    { inventoryid: item.id },
  ])
  await expectOk(approve(id))
  const { html } = await htmxRequest(server, admin, 'GET', `/supplierinvoices/${id}`)
  expect(html).toContain('Costs that changed')
  const take = { inventoryid: item.id, keeps: 'margin' }
  expect((await htmxRequest(server, admin, 'POST', `/supplierinvoices/${id}/costs`, take)).status).toBe(200)
  expect(await expectOk(admin.get(`/api/inventory/${item.id}`))).toMatchObject({ rate: 138, price: 184 })
})

test('a draft with no goods to charge says how parts without an order come into stock', async () => {
  const supplier = (await expectOk(admin.post('/api/suppliers', { name: 'Corner Plumbing' }))).id
  const draft = await expectOk(admin.post(url, { supplier, number: 'TILL-1', lines: [] }))
  const { html } = await htmxRequest(server, admin, 'GET', `/supplierinvoices/${draft.id}`)
  expect(html).not.toContain('Add goods')
  for (const part of [
    'Bought without an order?',
    '/admin/stock/inbound',
    `/purchase/new?supplier=${supplier}`,
  ])
    expect(html).toContain(part)
})
