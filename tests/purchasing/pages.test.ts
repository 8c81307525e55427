import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
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

const read = (path: string) =>
  fetch(server.url + path, { headers: { cookie: admin.cookie, 'hx-request': 'true' } }).then((answer) =>
    answer.text(),
  )

async function send(method: string, path: string, form: [string, string][]) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { cookie: admin.cookie, 'hx-request': 'true', origin: server.url },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, html: await answer.text() }
}

const orderOf = async (id: string) => expectOk(admin.get(`/api/purchaseorders/${id}`))

test('an order is begun, filled, sent, received by scans and taken back by its pages', async () => {
  const item = await createItem(shop, { barcode: '6001234' })
  await send('POST', '/purchase', [
    ['supplier', shop.supplier],
    ['required', '2026-12-01'],
  ])
  const [{ id }] = await expectOk(admin.get('/api/purchaseorders'))
  expect(await read(`/purchase/${id}/items?search=${item.code}`)).toContain(item.name)
  await send('POST', `/purchase/${id}/add`, [['additem', item.id]])
  const { lines } = await orderOf(id)
  const row: [string, string][] = [
    ['lineid', lines[0].id],
    ['inventoryid', item.id],
    ['description', item.name],
    ['unit', 'box'],
    ['linenote', 'Dry ones'],
    ['jobid', ''],
    ['discount', ''],
  ]
  const wrong = await send('POST', `/purchase/${id}/save`, [...row, ['quantity', '2'], ['rate', '-4']])
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain(`data-field="rate-${lines[0].id}"`)
  const typed: [string, string][] = [...row, ['quantity', '2'], ['rate', '960,50']]
  await send('POST', `/purchase/${id}/add`, [...typed, ['addtext', 'Carriage']])
  const filled = await orderOf(id)
  expect(filled.lines).toMatchObject([
    { id: lines[0].id, unit: 'box', quantity: 2, rate: 960.5, note: 'Dry ones' },
    { description: 'Carriage', receivable: false },
  ])
  // Folded, a line says what its fold holds.
  const draft = await read(`/purchase/${id}`)
  for (const words of ['Dry ones', 'Note and job']) expect(draft).toContain(`<summary>${words}</summary>`)
  expect(draft).not.toContain('<details class="more" open')
  await send('POST', `/purchase/${id}/send`, typed)
  // Of the whole order, and of each line.
  expect((await read(`/purchase/${id}`)).split('no longer counts as on order').length).toBeGreaterThan(2)
  const sent = await orderOf(id)
  expect(sent).toMatchObject({ state: 'sent', lines: [{ quantity: 2 }] })

  const scanned = await read(`/purchase/${id}/scan?code=6001234&lineid=${lines[0].id}&quantity=1`)
  expect(scanned).toContain('2\u00a0boxes of')
  expect(await read(`/purchase/${id}/scan?code=nothing`)).toContain('Nothing on this order has the code')
  const came: [string, string][] = [
    ['lineid', lines[0].id],
    ['quantity', '3'],
    ['storageid', shop.shelf],
  ]
  const over = await send('POST', `/purchase/${id}/receipts`, came)
  expect(over.html).toContain(`data-field="${lines[0].id}"`)
  await send('POST', `/purchase/${id}/receipts`, [...came, ['reason', 'A whole pallet']])
  const all = await orderOf(id)
  expect(all).toMatchObject({ state: 'received', receipts: [{ reason: 'A whole pallet' }] })
  expect(await levelsOf(shop, item.id)).toMatchObject({ quantity: 36 })
  expect(await read(`/purchase/${id}/receipts/${all.receipts[0].id}/undo`)).toContain('On hand now')
  await send('DELETE', `/purchase/${id}/receipts/${all.receipts[0].id}`, [])
  expect((await orderOf(id)).state).toBe('sent')
  const { version } = await orderOf(id)
  await send('POST', `/purchase/${id}/cancel`, [['version', String(version)]])
  expect(await read('/purchase?state=cancelled')).toContain(sent.number)
})

test('a job offers to order what neither stock nor orders cover', async () => {
  const item = await createItem(shop, { minimumordervolume: 10, packagingquantity: 4 })
  const board = await expectOk(admin.post('/api/boards', { name: 'Workshop' }))
  const job = await expectOk(
    admin.post('/api/jobs', { boardid: board.id, status: 3, description: 'Shelves' }),
  )
  await expectOk(
    admin.post('/api/materials/many', [{ jobid: job.id, inventoryid: item.id, role: 1, estimated: 6 }]),
  )
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: item.id, quantity: 2 }))
  const offered = await read(`/purchase/new?jobid=${job.id}`)
  expect(offered).toContain('value="12"')
  await send('POST', '/purchase', [
    ['supplier', shop.supplier],
    ['jobid', job.id],
    ['inventoryid', item.id],
    ['quantity', '12'],
    ['unit', 'ea'],
  ])
  const [order] = await expectOk(admin.get(`/api/purchaseorders?jobid=${job.id}`))
  // A draft is known: nobody orders the same twice.
  const again = (await read(`/purchase/new?jobid=${job.id}`)).replaceAll('\u00a0', ' ')
  expect(again).toContain('4 ea in a draft order')
  expect(again).toContain('All that is short stands in a draft order already')
  expect(again).not.toContain('value="12"')
  const told = async () => {
    const { short, drafted } = await expectOk(admin.get(`/api/jobs/${job.id}`))
    return { short, drafted }
  }
  expect(await told()).toEqual({ short: [], drafted: [`4\u00a0ea ${item.name}`] })
  const [line] = (await expectOk(admin.get(`/api/purchaseorders/${order.id}`))).lines
  const kept = { id: line.id, inventoryid: item.id, jobid: job.id, unit: 'ea' }
  await expectOk(admin.patch(`/api/purchaseorders/${order.id}`, { lines: [{ ...kept, quantity: 1 }] }))
  expect(await told()).toEqual({ short: [item.name], drafted: [`1\u00a0ea ${item.name}`] })
  expect(await read(`/purchase/new?jobid=${job.id}`)).toContain('value="12"')
  await expectOk(admin.patch(`/api/purchaseorders/${order.id}`, { lines: [{ ...kept, quantity: 12 }] }))
  await expectOk(admin.patch(`/api/purchaseorders/${order.id}`, { status: 'sent' }))
  expect((await told()).drafted).toEqual([])
  expect(await read(`/purchase/new?jobid=${job.id}`)).toContain('This job is short of nothing.')
})

test('what a job sells from stock is short too, and the job says so while it is worked on', async () => {
  const [sold, used] = [await createItem(shop), await createItem(shop)]
  const board = await expectOk(admin.post('/api/boards', { name: 'Joinery' }))
  const job = await expectOk(
    admin.post('/api/jobs', { boardid: board.id, status: 1, description: 'Kitchen' }),
  )
  await expectOk(
    admin.post('/api/materials/many', [
      { jobid: job.id, inventoryid: sold.id, role: 2, estimated: 9 },
      { jobid: job.id, inventoryid: used.id, role: 1, estimated: 2 },
      { jobid: job.id, inventoryid: used.id, role: 2, estimated: 1 },
    ]),
  )
  const short = async () => (await expectOk(admin.get(`/api/jobs/${job.id}`))).short
  expect(await short()).toEqual([])
  await expectOk(admin.post('/api/jobs/reorder', { jobid: job.id, lane: 3 }))
  expect((await short()).toSorted()).toEqual([sold.name, used.name])
  const offered = (await read(`/purchase/new?jobid=${job.id}`)).replaceAll('\u00a0', ' ')
  expect(offered).toContain('9 ea still needed here · 0 in stock for it · 0 on order')
  expect(offered).toContain('3 ea still needed here')
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: sold.id, quantity: 9 }))
  expect(await short()).toEqual([used.name])
})

test('a sent order goes by mail with its PDF, and says where it waits', async () => {
  const item = await createItem(shop)
  const { id } = await expectOk(
    admin.post('/api/purchaseorders', {
      supplier: shop.supplier,
      lines: [{ inventoryid: item.id, quantity: 1 }],
    }),
  )
  const mail: [string, string][] = [
    ['to', 'orders@timber.test'],
    ['subject', 'Our order'],
    ['message', 'Please deliver.'],
  ]
  expect((await send('POST', `/mail/purchaseorder/${id}`, mail)).status).toBeGreaterThanOrEqual(400)
  await expectOk(admin.patch(`/api/purchaseorders/${id}`, { status: 'sent' }))
  expect(await read(`/mail/purchaseorder/${id}`)).toContain('orders@timber.test')
  expect((await send('POST', `/mail/purchaseorder/${id}`, mail)).status).toBe(200)
  const history = await expectOk(admin.get(`/api/purchaseorders/${id}/history`))
  expect(history[0]).toMatchObject({ field: 'e-mailed' })
  expect(history[0].newvalue).toContain('waits until')
})

test('an order that came in many parts shows the newest thirty, and the others when asked', async () => {
  const item = await createItem(shop)
  const { id, lines } = await sendOrder(shop, [{ inventoryid: item.id, quantity: 40, rate: 5 }])
  for (let part = 0; part < 31; part++)
    await expectOk(
      admin.post(`/api/purchaseorders/${id}/receipts`, {
        lines: [{ lineid: lines[0].id, quantity: 1 }],
        reference: `PART-${part}.`,
      }),
    )
  const parts = (html: string) => html.match(/, delivery note PART-\d+\./g)?.length
  const newest = await read(`/purchase/${id}`)
  expect(parts(newest)).toBe(30)
  expect(newest).not.toContain(', delivery note PART-0.')
  expect(newest).toContain('The newest 30 of 31.')
  const everything = await read(`/purchase/${id}?everything=true`)
  expect(parts(everything)).toBe(31)
  expect(everything).not.toContain('The newest')
})

test('what a job took below zero is short, on the job and among what is below zero', async () => {
  const item = await createItem(shop)
  const board = await expectOk(admin.post('/api/boards', { name: 'Below zero' }))
  const job = await expectOk(admin.post('/api/jobs', { boardid: board.id, description: 'Below', status: 3 }))
  await expectOk(
    admin.post('/api/materials/many', [
      { jobid: job.id, inventoryid: item.id, role: 1, estimated: 2, consumed: 2 },
    ]),
  )
  expect((await expectOk(admin.get(`/api/jobs/${job.id}`))).short).toEqual([
    `${item.name} (used: its stock is below zero)`,
  ])
  const offered = await read(`/purchase/new?jobid=${job.id}`)
  expect(offered).not.toContain('short of nothing')
  expect(offered).toContain('below zero')
  expect(await read('/admin/stock?of=negative')).toContain('/purchase/new?below=true')
  const below = await read('/purchase/new?below=true')
  expect(below).toContain(`data-field="${item.id}"`)
  await sendOrder(shop, [{ inventoryid: item.id, quantity: 2 }])
  expect(await read('/purchase/new?below=true')).not.toContain(`data-field="${item.id}"`)
  expect((await expectOk(admin.get(`/api/jobs/${job.id}`))).short).toEqual([])
})

test('what is below its minimum begins an order that fills it up, less what is on order', async () => {
  const item = await createItem(shop)
  const { version } = await expectOk(admin.get(`/api/inventory/${item.id}`))
  await expectOk(admin.patch(`/api/inventory/${item.id}`, { version, minimumfinishedgoodsvolume: 60 }))
  expect(await read('/admin/stock?of=minimum')).toContain('/purchase/new?minimum=true')
  expect(await read('/purchase/new')).toContain('/purchase/new?minimum=true')
  const asked = async () =>
    new RegExp(`data-field="${item.id}"[^>]*value="([^"]*)"`).exec(
      await read('/purchase/new?minimum=true'),
    )?.[1]
  expect(await asked()).toBe('60')
  await sendOrder(shop, [{ inventoryid: item.id, quantity: 45 }])
  expect(await asked()).toBe('15')
  await sendOrder(shop, [{ inventoryid: item.id, quantity: 15 }])
  expect(await asked()).toBeUndefined()
})

test('what a draft comes to follows what is typed, and one that changed elsewhere is not placed', async () => {
  const item = await createItem(shop)
  const { id, version, lines } = await expectOk(
    draftOrder(shop, [{ inventoryid: item.id, quantity: 2, rate: 100 }]),
  )
  const [line] = lines
  const typed = { version, lineid: line.id, inventoryid: item.id, quantity: '2', unit: 'ea', rate: '150,50' }
  const shown = (await htmxRequest(server, admin, 'POST', `/purchase/${id}/total`, typed)).html
  expect(shown.replaceAll('\u00a0', ' ')).toMatch(/data-confirm-also[^>]*>Total without VAT <span>R 301,00/)
  expect(shown).toContain(`id="net-${line.id}"`)
  const refused = await htmxRequest(server, admin, 'POST', `/purchase/${id}/total`, { ...typed, rate: 'abc' })
  expect([refused.status, refused.html]).toEqual([200, ''])
  expect((await expectOk(admin.get(`/api/purchaseorders/${id}`))).total).toBe(200)
  // Another tab raised the price meanwhile.
  await expectOk(
    admin.patch(`/api/purchaseorders/${id}`, {
      lines: [{ id: line.id, inventoryid: item.id, unit: 'ea', quantity: 2, rate: 900 }],
    }),
  )
  const placed = await htmxRequest(server, admin, 'POST', `/purchase/${id}/send`, { ...typed, rate: '100' })
  expect(placed.status).toBe(409)
  expect(await expectOk(admin.get(`/api/purchaseorders/${id}`))).toMatchObject({
    state: 'draft',
    total: 1800,
  })
})
