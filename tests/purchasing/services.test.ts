import { afterAll, beforeAll, expect, test } from 'bun:test'
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
})
afterAll(() => server.stop())

const url = '/api/supplierinvoices'
type Line = { id: string; description: string; uncharged: number }
const linesOf = async (id: string): Promise<Line[]> =>
  (await expectOk(admin.get(`/api/purchaseorders/${id}`))).lines
const unchargedOf = async (id: string) => (await linesOf(id)).map(({ uncharged }) => uncharged)
const read = (path: string) => admin.get(path)
const enter = (number: string, lines: object[], more: object = {}) =>
  admin.post(url, { supplier: shop.supplier, number, lines, ...more })
/** The draft that the form makes of what is open of an order. */
async function begin(order: string, number: string, kind = 'invoice') {
  const form = { kind, supplier: shop.supplier, number, order, fill: 'true' }
  await htmxRequest(server, admin, 'POST', '/supplierinvoices', form)
  const [{ id }] = await expectOk(admin.get(`${url}?search=${number}`))
  return expectOk(admin.get(`${url}/${id}`))
}

/** Of a board that is kept in stock and came, and galvanising and text that nobody receives. */
async function order() {
  const board = await createItem(shop)
  const galvanising = await createItem(shop, { keptinstock: false })
  const sent = await sendOrder(shop, [
    { inventoryid: board.id, quantity: 3, rate: 10 },
    { inventoryid: galvanising.id, quantity: 420, rate: 14.5 },
    { description: 'Carriage', quantity: 1, rate: 350 },
  ])
  const lines = [{ lineid: sent.lines[0].id, quantity: 3 }]
  await expectOk(admin.post(`/api/purchaseorders/${sent.id}/receipts`, { lines }))
  return sent as { id: string; number: string; lines: Line[] }
}

test('services and text of an order are offered to one invoice, as ordered, and charged once', async () => {
  const sent = await order()
  const [, service, carriage] = sent.lines as [Line, Line, Line]
  expect(await unchargedOf(sent.id)).toEqual([3, 420, 1])
  const page = (await read(`/purchase/${sent.id}`)).text.replaceAll('\u00a0', ' ')
  expect(page).toContain(`420 ea ${service.description}`)
  const draft = await begin(sent.id, 'S-1')
  expect(draft).toMatchObject({ net: 6470, lines: [{}, { orderlineid: service.id, quantity: 420 }, {}] })
  expect(draft.lines[1]).toMatchObject({
    inventoryid: expect.any(String),
    match: { expected: 6090, left: 0 },
  })
  expect(await unchargedOf(sent.id)).toEqual([0, 0, 0])
  expect((await begin(sent.id, 'S-2')).lines).toEqual([])
  expect(await expectRefused(enter('S-3', [{ orderlineid: service.id, quantity: 1 }]))).toEqual([
    'lines.0.quantity',
  ])
  const [goods, galvanised, carried] = draft.lines
  const lines = [
    { id: goods.id, receiptlineid: goods.receiptlineid },
    { id: galvanised.id, orderlineid: service.id, quantity: 400 },
    { id: carried.id, orderlineid: carriage.id, freight: true },
  ]
  await expectOk(admin.patch(`${url}/${draft.id}`, { lines }))
  expect(await expectOk(admin.patch(`${url}/${draft.id}`, { status: 'approved' }))).toMatchObject({
    net: 6180,
    lines: [{ late: 350 }, { late: 0 }, { freight: true }],
  })
  expect(await unchargedOf(sent.id)).toEqual([0, 20, 0])
})

test('a credit note gives a service back to be charged, never more than was charged', async () => {
  const sent = await order()
  const service = sent.lines[1] as Line
  const { id } = await begin(sent.id, 'C-1')
  await expectOk(admin.patch(`${url}/${id}`, { status: 'approved' }))
  const credit = (number: string, quantity: number) =>
    enter(number, [{ orderlineid: service.id, quantity }], { kind: 'creditnote' })
  expect(await expectRefused(credit('C-2', 421))).toEqual(['lines.0.quantity'])
  expect((await begin(sent.id, 'C-3', 'creditnote')).lines).toEqual([])
  const [empty] = await expectOk(admin.get(`${url}?search=C-3`))
  expect((await read(`/supplierinvoices/${empty.id}`)).text).toContain(service.description)
  const note = await expectOk(credit('C-2', 20))
  expect(note).toMatchObject({ net: -290, lines: [{ match: { difference: 0 } }] })
  await expectOk(admin.patch(`${url}/${note.id}`, { status: 'approved' }))
  expect(await unchargedOf(sent.id)).toEqual([0, 20, 0])
})

test('a service that is not expected any more is offered to no invoice, and one that is charged keeps its order', async () => {
  const closed = await order()
  const lineids = [closed.lines[1]?.id]
  const patch = (id: string, body: object) => admin.patch(`/api/purchaseorders/${id}`, body)
  await expectOk(patch(closed.id, { status: 'closed', lineids }))
  expect(await unchargedOf(closed.id)).toEqual([3, 0, 1])
  const draft = await sendOrder(shop, [{ description: 'Survey', quantity: 1, rate: 100 }])
  await expectOk(enter('K-1', [{ orderlineid: draft.lines[0].id }]))
  expect((await patch(draft.id, { status: 'cancelled' })).status).toBe(400)
})

test('an order is as its goods are, whatever becomes of a service of it', async () => {
  const sent = await order()
  const [, service] = sent.lines as [Line, Line]
  const patch = (id: string, body: object) => expectOk(admin.patch(`/api/purchaseorders/${id}`, body))
  const stateOf = async (id: string) => (await expectOk(admin.get(`/api/purchaseorders/${id}`))).state
  const { id } = await begin(sent.id, 'G-1')
  await expectOk(admin.patch(`${url}/${id}`, { status: 'approved' }))
  const lines = [{ orderlineid: service.id, quantity: 20 }]
  const note = await expectOk(enter('G-2', lines, { kind: 'creditnote' }))
  await expectOk(admin.patch(`${url}/${note.id}`, { status: 'approved' }))
  await patch(sent.id, { status: 'closed', lineids: [service.id] })
  expect(await stateOf(sent.id)).toBe('received')
  // What charged and credited it is one press away.
  const page = (await read(`/purchase/${sent.id}`)).text
  for (const one of [id, note.id]) expect(page).toContain(`/supplierinvoices/${one}`)
  const alone = await sendOrder(shop, [{ description: 'Survey', quantity: 1, rate: 100 }])
  const asks = (await read(`/purchase/${alone.id}`)).text
  expect(asks).toContain('Is this order done with? No invoice begins with it any more.')
  expect(asks).not.toContain('what came stays in stock')
  await patch(alone.id, { status: 'closed' })
  expect(await stateOf(alone.id)).toBe('closed')
})

test('a job orders the services that suppliers render for it, with what is short, once', async () => {
  const { id: boardid } = await expectOk(admin.post('/api/boards', { name: 'Gates' }))
  const job = await expectOk(admin.post('/api/jobs', { boardid, status: 3, description: 'Gate' }))
  const tube = await createItem(shop)
  const galvanising = await createItem(shop, { keptinstock: false, supplier: shop.supplier })
  const own = await createItem(shop, { keptinstock: false })
  const lines = [tube, galvanising, own].map(({ id }) => ({
    jobid: job.id,
    inventoryid: id,
    role: 1,
    estimated: 6,
  }))
  await expectOk(admin.post('/api/materials/many', lines))
  const offered = async () => {
    const { text } = await read(`/purchase/new?jobid=${job.id}`)
    return [tube, galvanising, own].map(({ id }) => text.includes(`id="short-${id}"`))
  }
  expect(await offered()).toEqual([true, true, false])
  await sendOrder(shop, [{ inventoryid: galvanising.id, quantity: 6, jobid: job.id }])
  expect(await offered()).toEqual([true, false, false])
})
