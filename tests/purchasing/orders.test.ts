import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { listLedger } from '#server/stock/read.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
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

const url = '/api/purchaseorders'
const fetchAs = (who: Client, path: string) => fetch(server.url + path, { headers: { cookie: who.cookie } })
const patch = (id: string, body: object) => admin.patch(`${url}/${id}`, body)
const receive = (id: string, lines: object[], more: object = {}, who = admin) =>
  who.post(`${url}/${id}/receipts`, { lines, ...more })
const sendBack = (id: string, lines: object[], again: boolean) =>
  admin.post(`${url}/${id}/returns`, { lines, again, reason: 'Warped' })

describe('a draft', () => {
  test('is priced as the supplier asks, in its words, by quantity', async () => {
    const item = await createItem(shop, { defaultponote: 'FSC only' })
    await expectOk(
      admin.post(`/api/inventory/${item.id}/suppliers`, {
        ...{ supplier: shop.supplier, code: 'TC-9', name: 'Ply 18', unit: 'box', price: 900 },
        ...{ packsize: 1, minimum: 2, leadtime: 5, breaks: [{ quantity: 10, price: 800 }] },
      }),
    )
    const lines = [
      { inventoryid: item.id, quantity: 9 },
      { inventoryid: item.id, quantity: 10 },
      { inventoryid: item.id, quantity: 24, unit: 'ea' },
      { description: 'Carriage', quantity: 1, rate: '350,00' },
    ]
    const order = await expectOk(draftOrder(shop, lines, { required: '2026-12-04', reference: 'Q 2217' }))
    const named = { suppliercode: 'TC-9', suppliername: 'Ply 18', note: 'FSC only', description: item.name }
    expect(order).toMatchObject({
      ...{ state: 'draft', number: null, required: '2026-12-04', expected: null, total: 18_250 },
      supplier: { name: 'Timber City' },
      lines: [
        { ...named, unit: 'box', rate: 900, baserate: 75, net: 8_100, open: 9, receivable: true },
        { ...named, unit: 'box', rate: 800, baserate: 66.6667, net: 8_000 },
        { ...named, unit: 'ea', rate: 75, baserate: null, net: 1_800 },
        { description: 'Carriage', suppliercode: '', receivable: false, rate: 350, net: 350 },
      ],
    })
    expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 0 })

    const paper = await fetchAs(admin, `/render/purchaseorder/${order.id}`)
    const printed = (await readPdf(new Uint8Array(await paper.arrayBuffer()))).text
    expect(printed).toContain('Your code')
    // Another supplier calls it nothing, and the prices that stand on the lines stay.
    const moved = await expectOk(patch(order.id, { version: order.version, supplier: shop.other }))
    expect(moved.lines[0]).toMatchObject({ suppliercode: '', suppliername: '', rate: 900 })
    // Nor on its paper, where ours stands beneath.
    const plain = await fetchAs(admin, `/render/purchaseorder/${order.id}`)
    const { text } = await readPdf(new Uint8Array(await plain.arrayBuffer()))
    expect(text).not.toContain('Your code')
    expect(text).toContain(`Our code ${item.code}`)
    expect((await patch(order.id, { version: order.version, note: 'late' })).status).toBe(409)
    const { id } = moved.lines[0]
    const kept = await expectOk(
      patch(order.id, { lines: [{ id, inventoryid: item.id, quantity: 3, unit: 'box' }] }),
    )
    expect(kept.lines).toMatchObject([{ id, quantity: 3, rate: 900, net: 2_700 }])
    const history = await expectOk(admin.get(`${url}/${order.id}/history`))
    expect(history.map(({ field }: { field: string }) => field)).toContain('prices')
    await expectOk(admin.delete(`${url}/${order.id}`))
    expect((await admin.get(`${url}/${order.id}`)).status).toBe(404)
  })

  test('says why another quantity is ordered: by minimum and packs, or because more of it costs less', async () => {
    const sold = await createItem(shop)
    await expectOk(
      admin.post(`/api/inventory/${sold.id}/suppliers`, {
        ...{ supplier: shop.supplier, price: 10, breaks: [{ quantity: 10, price: 8 }] },
        packsize: 2,
      }),
    )
    const own = await createItem(shop, { minimumordervolume: 20, packagingquantity: 8 })
    const { lines } = await expectOk(
      draftOrder(shop, [
        { inventoryid: sold.id, quantity: 9 },
        { inventoryid: own.id, quantity: 16 },
        { inventoryid: own.id, quantity: 24 },
        { inventoryid: own.id, quantity: 1, unit: 'box' },
      ]),
    )
    const spaced = (hints: string[]) => hints.map((hint) => hint.replaceAll('\u00a0', ' '))
    expect(lines.map(({ hints }: { hints: string[] }) => spaced(hints))).toEqual([
      ['10 ea in place of 9: packs hold 2 ea', '10 ea cost R 80,00, less than R 90,00 for 9'],
      ['24 ea in place of 16: at least 20 ea are ordered, packs hold 8 ea'],
      [],
      [],
    ])
  })

  test('falls back to what was last paid, else to what the item costs', async () => {
    const item = await createItem(shop)
    const rate = async (line: object) =>
      (await expectOk(draftOrder(shop, [{ inventoryid: item.id, quantity: 1, ...line }]))).lines[0].rate
    expect(await rate({})).toBe(80)
    expect(await rate({ unit: 'box' })).toBe(960)
    const order = await sendOrder(shop, [
      { inventoryid: item.id, quantity: 2, unit: 'box', rate: 1000, discount: 10 },
    ])
    await expectOk(receive(order.id, [{ lineid: order.lines[0].id, quantity: 1 }]))
    expect(await rate({ unit: 'box' })).toBe(960)
    await expectOk(receive(order.id, [{ lineid: order.lines[0].id, quantity: 1 }], { lastprice: true }))
    expect(await rate({ unit: 'box' })).toBe(900)
    const units = await expectOk(admin.get(`/api/units?inventoryid=${item.id}`))
    expect(units.find(({ name }: { name: string }) => name === 'box').lastprice).toBe(900)
    expect(await expectOk(admin.get(`/api/inventory/${item.id}/suppliers`))).toMatchObject([
      { supplier: { name: 'Timber City' }, unit: 'box', price: 900, baseprice: 75 },
    ])
  })

  test('is refused by the field that is wrong', async () => {
    const item = await createItem(shop)
    const refused = (line: object, more: object = {}) => expectRefused(draftOrder(shop, [line], more))
    expect(await refused({ inventoryid: item.id, quantity: 0 })).toEqual(['lines.0.quantity'])
    expect(await refused({ inventoryid: randomUUIDv7(), quantity: 1 })).toEqual(['lines.0.inventoryid'])
    expect(await refused({ quantity: 1 })).toEqual(['lines.0.description'])
    expect(await refused({ inventoryid: item.id, quantity: 1, unit: 'pallet' })).toEqual(['lines.0.unit'])
    expect(await refused({ inventoryid: item.id, quantity: 1, rate: -1 })).toEqual(['lines.0.rate'])
    expect(await refused({ inventoryid: item.id, quantity: 1, discount: 101 })).toEqual(['lines.0.discount'])
    expect(await refused({ inventoryid: item.id, quantity: 1, jobid: randomUUIDv7() })).toEqual([
      'lines.0.jobid',
    ])
    expect(await refused({ inventoryid: item.id, quantity: 1 }, { supplier: null })).toEqual(['supplier'])
    const { id } = await expectOk(draftOrder(shop, []))
    expect(await expectRefused(patch(id, { status: 'sent' }))).toEqual(['lines'])
  })
})

describe('a sent order', () => {
  test('has the next number, keeps what it said, and stands on order until it came', async () => {
    const item = await createItem(shop)
    const before = await sendOrder(shop, [{ inventoryid: item.id, quantity: 1 }])
    const order = await sendOrder(shop, [
      { inventoryid: item.id, quantity: 2, unit: 'box' },
      { inventoryid: item.id, quantity: 5 },
      { description: 'Carriage', quantity: 1, rate: 50 },
    ])
    expect(Number(order.number.slice(-4))).toBe(Number(before.number.slice(-4)) + 1)
    expect(order.state).toBe('sent')
    expect(order.number).toMatch(/^DJPO-\d{4}$/)
    expect(await levelsOf(shop, item.id)).toMatchObject({ quantity: 0, onorder: 30 })
    await expectOk(admin.patch(`/api/suppliers/${shop.supplier}`, { name: 'Timber Town' }))
    expect((await expectOk(admin.get(`${url}/${order.id}`))).supplier.name).toBe('Timber City')
    await expectOk(admin.patch(`/api/suppliers/${shop.supplier}`, { name: 'Timber City' }))
    const printed = await fetchAs(admin, `/render/purchaseorder/${order.id}`)
    const { text } = await readPdf(new Uint8Array(await printed.arrayBuffer()))
    const ours = `Our code ${item.code}`
    for (const words of [order.number, 'Timber City', item.name, ours, 'Carriage', 'names our order'])
      expect(text).toContain(words)
    expect(await expectRefused(patch(order.id, { reference: 'X' }))).toEqual(['reference'])
    const promised = await expectOk(patch(order.id, { version: order.version, expected: '2026-12-09' }))
    expect(promised).toMatchObject({ expected: '2026-12-09', required: null })
    expect((await admin.delete(`${url}/${order.id}`)).status).toBe(400)

    const [box, each] = order.lines
    const part = await expectOk(receive(order.id, [{ lineid: box.id, quantity: 2, storageid: shop.shelf }]))
    expect(part).toMatchObject({ state: 'part', receipts: [{ lines: [{ storage: { name: 'Rack 1' } }] }] })
    expect(await levelsOf(shop, item.id)).toMatchObject({ quantity: 24, onorder: 6 })
    // Carriage is not waited for.
    const all = await expectOk(receive(order.id, [{ lineid: each.id, quantity: 5 }]))
    expect(all.state).toBe('received')
    const [movement] = await expectOk(admin.get(`/api/inventory/${item.id}/ledger`))
    expect(movement).toMatchObject({ kind: 'receipt', quantity: 5, document: order.number })
    expect((await admin.post(`/api/inventory/ledger/${movement.seq}/reverse`, {})).status).toBe(400)
  })

  test('takes more than is open only with a reason, however many receive', async () => {
    const items = [await createItem(shop), await createItem(shop), await createItem(shop)]
    const order = await sendOrder(
      shop,
      items.map(({ id }) => ({ inventoryid: id, quantity: 1 })),
    )
    const [first] = order.lines
    const three = [{ lineid: first.id, quantity: 3 }]
    expect(await expectRefused(receive(order.id, three))).toEqual(['lines.0.quantity', 'reason'])
    const over = await expectOk(receive(order.id, three, { reason: 'A pack of three came' }))
    expect(over.lines.map((line: { open: number; surplus: number }) => [line.open, line.surplus])).toEqual([
      [0, 2],
      [1, 0],
      [1, 0],
    ])
    const { id } = order.lines[1]
    const both = await Promise.all([1, 2].map(() => receive(order.id, [{ lineid: id, quantity: 1 }])))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await levelsOf(shop, items[1]!.id)).toMatchObject({ quantity: 1, onorder: 0 })
    expect(await expectRefused(receive(order.id, [{ lineid: randomUUIDv7(), quantity: 1 }]))).toEqual([
      'lines.0.lineid',
    ])
  })

  test('takes a receipt back, which shows where stock was used meanwhile', async () => {
    const item = await createItem(shop)
    const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 10 }])
    const [line] = order.lines
    const came = await expectOk(receive(order.id, [{ lineid: line.id, quantity: 10 }], { reference: 'DN 5' }))
    await expectOk(admin.post('/api/inventory/outbound', { inventoryid: item.id, quantity: 4 }))
    const path = `${url}/${order.id}/receipts/${came.receipts[0].id}`
    const undone = await admin.delete(path)
    expect(undone.body.message).toContain('4\u00a0ea below zero')
    expect(undone.body.data).toMatchObject({ state: 'sent', receipts: [{ reference: 'DN 5', lines: [{}] }] })
    expect(undone.body.data.receipts[0].undone.by).not.toBe('')
    expect(await levelsOf(shop, item.id)).toMatchObject({ quantity: -4, onorder: 10 })
    expect((await admin.delete(path)).status).toBe(409)
  })

  test('goods go back to come again, or for a credit, also when all is done', async () => {
    const item = await createItem(shop)
    const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 10 }])
    const lineid = order.lines[0].id
    const all = await expectOk(receive(order.id, [{ lineid, quantity: 10 }]))
    expect(await expectRefused(sendBack(order.id, [{ lineid, quantity: 11 }], true))).toEqual([
      'lines.0.quantity',
    ])
    const again = await expectOk(sendBack(order.id, [{ lineid, quantity: 3 }], true))
    expect(again).toMatchObject({ state: 'part', lines: [{ open: 3, returned: 3, creditdue: 0 }] })
    expect(await levelsOf(shop, item.id)).toMatchObject({ quantity: 7, onorder: 3 })
    // What went back is gone, so the receipt that brought it stands.
    expect((await admin.delete(`${url}/${order.id}/receipts/${all.receipts[0].id}`)).status).toBe(400)
    await expectOk(receive(order.id, [{ lineid, quantity: 3 }]))
    const credit = await expectOk(sendBack(order.id, [{ lineid, quantity: 3 }], false))
    expect(credit).toMatchObject({ state: 'received', lines: [{ open: 0, creditdue: 3 }] })
    expect(credit.returns).toMatchObject([{ again: false, reason: 'Warped' }, { again: true }])
  })

  test('what goes back leaves at the average, and the credit for it may differ', async () => {
    const item = await createItem(shop)
    const order = await sendOrder(shop, [
      { inventoryid: item.id, quantity: 10, rate: 100 },
      { inventoryid: item.id, quantity: 100, rate: 10 },
    ])
    const [dear, cheap] = order.lines.map(({ id }: { id: string }) => id)
    await expectOk(receive(order.id, [{ lineid: dear, quantity: 10 }]))
    await expectOk(receive(order.id, [{ lineid: cheap, quantity: 100 }]))
    await expectOk(admin.post('/api/inventory/outbound', { inventoryid: item.id, quantity: 100 }))
    await expectOk(sendBack(order.id, [{ lineid: dear, quantity: 8 }], false))
    const rows = server.services.tenants.read(admin.accountid, (db) => listLedger(db, item.id))
    expect(rows.map(({ value }) => Number(value))).toEqual([-145_46, -1818_18, 1000_00, 1000_00])
    expect(rows[0]).toMatchObject({ valuebalance: 36_36, variance: -800_00 + 145_46 })
  })

  test('is closed short by line, opened again, and cancelled while nothing came', async () => {
    const item = await createItem(shop)
    const two = [1, 2].map(() => ({ inventoryid: item.id, quantity: 4 }))
    const order = await sendOrder(shop, two)
    const [first, second] = order.lines.map(({ id }: { id: string }) => id)
    await expectOk(receive(order.id, [{ lineid: first, quantity: 1 }]))
    const short = await expectOk(patch(order.id, { status: 'closed', lineids: [first] }))
    expect(short).toMatchObject({ state: 'part', lines: [{ open: 0, closedshort: 3 }, { open: 4 }] })
    expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 4 })
    const closed = await expectOk(patch(order.id, { status: 'closed' }))
    expect(closed.state).toBe('closed')
    expect((await patch(order.id, { status: 'closed' })).status).toBe(400)
    const open = await expectOk(patch(order.id, { status: 'sent', lineids: [second] }))
    expect(open).toMatchObject({ state: 'part', lines: [{ open: 0 }, { open: 4 }] })
    expect((await patch(order.id, { status: 'cancelled' })).status).toBe(400)

    const other = await sendOrder(shop, two)
    expect((await expectOk(patch(other.id, { status: 'cancelled' }))).state).toBe('cancelled')
    expect(await levelsOf(shop, item.id)).toMatchObject({ onorder: 4 })
    expect((await receive(other.id, [{ lineid: other.lines[0].id, quantity: 1 }])).status).toBe(400)
  })

  test('of text alone is open until somebody closes it', async () => {
    const order = await sendOrder(shop, [{ description: 'Crane for a day', quantity: 1, rate: 4000 }])
    expect(order.state).toBe('sent')
    expect(await expectRefused(receive(order.id, [{ lineid: order.lines[0].id, quantity: 1 }]))).toEqual([
      'lines.0.lineid',
    ])
    expect((await expectOk(patch(order.id, { status: 'closed' }))).state).toBe('closed')
  })

  test('says on the line of a job that it is ordered', async () => {
    const item = await createItem(shop)
    const board = await expectOk(admin.post('/api/boards', { name: 'Workshop' }))
    const job = await expectOk(
      admin.post('/api/jobs', { boardid: board.id, status: 3, description: 'Shelves' }),
    )
    const [line] = await expectOk(
      admin.post('/api/materials/many', [{ jobid: job.id, inventoryid: item.id, role: 1, estimated: 6 }]),
    )
    const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 6, jobid: job.id }])
    expect(await expectOk(admin.get(`/api/materials/${line.id}/po`))).toMatchObject([
      { purchaseorder: { number: order.number }, job: { reference: job.reference }, open: 6, rate: 80 },
    ])
    const [shown] = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
    expect(shown.purchaseorder).toEqual({ id: order.id, number: order.number })
  })
})

test('the list narrows by state, supplier and what is late, and a file holds it', async () => {
  const item = await createItem(shop)
  const line = [{ inventoryid: item.id, quantity: 1, rate: 12.5 }]
  const late = await sendOrder(shop, line, {
    supplier: shop.other,
    required: '2020-01-01',
    reference: 'Late one',
  })
  const held = await sendOrder(shop, line, {
    supplier: shop.other,
    required: '2020-01-01',
    expected: '2999-01-01',
  })
  const ids = async (query: string) =>
    (await expectOk(admin.get(`${url}?supplier=${shop.other}&${query}`))).map(({ id }: { id: string }) => id)
  expect(await ids('late=true')).toEqual([late.id])
  expect(await ids('state=sent')).toEqual([held.id, late.id])
  expect(await ids('state=received')).toEqual([])
  expect(await ids('search=late one')).toEqual([late.id])
  const csv = await (await fetchAs(admin, '/purchase/export?search=late%20one')).text()
  expect(csv).toContain(late.number)
})

test('who sees no prices receives goods without them, and who may only read changes nothing', async () => {
  const item = await createItem(shop)
  const order = await sendOrder(shop, [{ inventoryid: item.id, quantity: 2 }])
  const worker = server.people.jobs
  const seen = await expectOk(worker.get(`${url}/${order.id}`))
  expect(seen).toMatchObject({ total: null, lines: [{ rate: null, net: null, quantity: 2 }] })
  await expectOk(receive(order.id, [{ lineid: order.lines[0].id, quantity: 2 }], {}, worker))
  expect((await worker.patch(`${url}/${order.id}`, { status: 'closed' })).status).toBe(403)
  expect((await server.other.get(`${url}/${order.id}`)).status).toBe(404)
})
