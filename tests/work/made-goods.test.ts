import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { setSetting } from '#db/queries/settings.ts'
import { materials, storage } from '#db/schema/tenant/index.ts'
import { checkStock } from '#server/stock/check.ts'
import { listLedger, readOnHand } from '#server/stock/read.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { makeItem, makeStorage } from '#tests/stock/support.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from './deliveries-support.ts'
import { by } from './jobs-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let admin: Client
let rack: string
let cupboard: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  admin = server.people.admin
  rack = await server.services.tenants.write(server.accountid, by, (tx) => makeStorage(tx, 'Rack'))
})
afterAll(() => server.stop())

beforeEach(async () => {
  await server.services.tenants.write(server.accountid, by, (tx) => {
    cupboard = makeItem(tx, { materialname: 'Cupboard', inventoryclass: 3 })
    tx.invalidateCaches()
  })
})

const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)
const held = () => read((db) => (readOnHand(db, [cupboard]).get(cupboard)?.quantity ?? 0) / 1e6)
const faults = () => read(checkStock).filter(({ inventoryid }) => inventoryid === cupboard)
const movements = () =>
  read((db) => listLedger(db, cupboard)).map(({ kind, quantity, document }) => [
    kind,
    quantity / 1e6,
    document,
  ])

const make = (many: number, more: object = {}, job: Record<string, unknown> = {}) =>
  jobToDeliver(
    shop,
    [
      {
        ...{ inventoryid: cupboard, estimated: many, consumed: many, unit: undefined },
        ...{ storageid: rack, linerate: 100, ...more },
      },
    ],
    job,
  )
const complete = (id: string) => expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
async function invoice(jobid: string, part: object = {}) {
  const { id } = await expectOk(admin.post('/api/invoices', { jobid, ...part }))
  return expectOk(admin.post(`/api/invoices/${id}/issue`))
}
const credit = (id: string, body: object) => expectOk(admin.post(`/api/invoices/${id}/credit`, body))
const comesBack = (note: { id: string; lines: { id: string }[] }, quantity: number, restock: boolean) =>
  expectOk(
    admin.patch(`/api/delivery/${note.id}`, {
      ...{ status: 'returned', storageid: rack, restock },
      returns: [{ lineid: note.lines[0]!.id, quantity }],
    }),
  )

test('what a job made leaves stock by its note, and the invoice moves nothing more', async () => {
  const { id, lines } = await make(4)
  expect(held()).toBe(4)
  const note = await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 4 }])
  expect(held()).toBe(0)
  await complete(id)
  await invoice(id)
  expect(held()).toBe(0)
  expect(movements()).toEqual([
    ['delivery', -4, note.number],
    ['line', 4, ''],
  ])
  expect(faults()).toEqual([])
})

test('what no note delivered leaves when it is invoiced, and a later note moves the rest alone', async () => {
  const { id, lines } = await make(5)
  const [materialid] = lines as [string]
  await issueNote(admin, shop.boardid, [{ materialid, quantity: 1 }])
  const part = await invoice(id, { lines: [{ materialid, quantity: 3 }] })
  expect(held()).toBe(2)
  await issueNote(admin, shop.boardid, [{ materialid, quantity: 2 }])
  expect(held()).toBe(2)
  await issueNote(admin, shop.boardid, [{ materialid, quantity: 1 }])
  expect(held()).toBe(1)
  await complete(id)
  await invoice(id)
  expect(held()).toBe(0)
  expect(movements().filter(([kind]) => kind === 'sale')).toEqual([
    ['sale', -1, expect.any(String)],
    ['sale', -2, part.number],
  ])
  expect(faults()).toEqual([])
})

test('a percentage of the price takes no goods, until all is invoiced', async () => {
  const { id } = await make(4)
  const part = await invoice(id, { percent: 30 })
  expect(held()).toBe(4)
  await complete(id)
  const rest = await invoice(id)
  expect(held()).toBe(0)
  await credit(rest.id, { reason: 'cancelled' })
  expect(held()).toBe(4)
  await invoice(id)
  expect(held()).toBe(0)
  expect(part.number).not.toBe(rest.number)
  expect(faults()).toEqual([])
})

test('what comes back is in stock again where it is ticked, and is charged to nobody', async () => {
  const { id, lines } = await make(4)
  const note = await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 4 }])
  await comesBack(note, 1, false)
  expect(held()).toBe(0)
  await comesBack(note, 1, true)
  expect(held()).toBe(1)
  const [material] = await expectOk(admin.get(`/api/materials/getMaterials/${id}`))
  expect(material).toMatchObject({ consumed: 4 })
  await complete(id)
  expect(await invoice(id)).toMatchObject({ net: 300 })
  expect(held()).toBe(1)
  expect(await expectOk(admin.get(`/api/jobs/${id}`))).toMatchObject({ status: 5 })
  expect(faults()).toEqual([])
})

test('goods that came back to be mended, and go out again, leave stock once', async () => {
  const { lines } = await make(4)
  const note = await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 4 }])
  await comesBack(note, 1, false)
  await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 1 }])
  expect([held(), faults()]).toEqual([0, []])
})

test('goods that came back go out again by another note', async () => {
  const { id, lines } = await make(4)
  const all = [{ materialid: lines[0]!, quantity: 4 }]
  await comesBack(await issueNote(admin, shop.boardid, all), 4, true)
  expect(held()).toBe(4)
  await issueNote(admin, shop.boardid, all)
  expect(held()).toBe(0)
  await complete(id)
  expect(await invoice(id)).toMatchObject({ net: 400 })
  expect(held()).toBe(0)
  expect(faults()).toEqual([])
})

test('a return and its credit note bring the goods in once, whichever comes first', async () => {
  const one = { reason: 'returned', lines: [{ line: 0, quantity: 1 }] }
  for (const first of ['note', 'credit']) {
    const before = held()
    const { id, lines } = await make(4)
    const note = await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 4 }])
    await complete(id)
    const { id: invoiceid } = await invoice(id)
    if (first === 'note') await comesBack(note, 1, true)
    await credit(invoiceid, one)
    expect(held()).toBe(before + 1)
    if (first === 'credit') await comesBack(note, 1, true)
    expect(held()).toBe(before + 1)
  }
  expect(faults()).toEqual([])
})

test('a credit note brings in what came back, and leaves out what only cost less', async () => {
  const { id } = await make(4)
  await complete(id)
  const { id: invoiceid } = await invoice(id)
  await credit(invoiceid, { reason: 'price', lines: [{ line: 0, quantity: 1 }] })
  expect(held()).toBe(0)
  await credit(invoiceid, { reason: 'returned', lines: [{ line: 0, quantity: 1 }] })
  expect(held()).toBe(1)
  expect(faults()).toEqual([])
})

test('two lines of one item on a note each leave once, from where each was made', async () => {
  const line = { inventoryid: cupboard, unit: undefined, linerate: 100 }
  const { lines } = await jobToDeliver(shop, [
    { ...line, estimated: 2, consumed: 2, storageid: rack },
    { ...line, estimated: 3, consumed: 3, storageid: null },
  ])
  await issueNote(
    admin,
    shop.boardid,
    lines.map((materialid) => ({ materialid, quantity: 2 })),
  )
  const places = read((db) => readOnHand(db, [cupboard]).get(cupboard)?.places ?? [])
  expect(places.filter(({ quantity }) => quantity !== 0).map(({ quantity }) => quantity / 1e6)).toEqual([1])
  expect(faults()).toEqual([])
})

test('what is made for stock stays there', async () => {
  const { lines } = await make(4, {}, { client: null, location: null })
  await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 4 }])
  expect(held()).toBe(4)
  expect(faults()).toEqual([])
})

test('a line or a job that is removed takes along what left, and a restored one leaves again', async () => {
  const { id, lines } = await make(4)
  await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 3 }])
  expect(held()).toBe(1)
  const fields = await expectRefused(admin.patch(`/api/materials/${lines[0]}`, { inventoryclass: 4 }))
  expect(fields).toEqual(['inventoryclass'])
  await expectOk(admin.delete(`/api/jobs/${id}`))
  expect(held()).toBe(0)
  expect(faults()).toEqual([])
  await expectOk(admin.patch(`/api/jobs/restore/${id}`))
  expect(held()).toBe(1)
  await expectOk(admin.delete(`/api/materials/${lines[0]}`))
  expect(held()).toBe(0)
  expect(faults()).toEqual([])
})

test('what had gone before documents moved stock is not moved after the fact', async () => {
  const { id, lines } = await make(4)
  const note = await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 3 }])
  await server.services.tenants.write(server.accountid, by, (tx) => {
    const raw = tx.db as unknown as { run(sql: string): unknown }
    raw.run(`UPDATE materials SET departedbefore = departed, departed = 0 WHERE id = '${lines[0]}'`)
  })
  expect(held()).toBe(1)
  await complete(id)
  await invoice(id)
  // The fourth leaves by the invoice; the three are where the books had them.
  expect(held()).toBe(0)
  await comesBack(note, 2, true)
  expect(held()).toBe(1)
})

const take = (quantity: number, storageid: string | null = rack) =>
  expectOk(admin.post('/api/inventory/outbound', { inventoryid: cupboard, quantity, storageid }))
const put = (quantity: number, storageid: string | null) =>
  expectOk(admin.post('/api/inventory/inbound', { inventoryid: cupboard, quantity, storageid }))
const at = () =>
  Object.fromEntries(
    read((db) => readOnHand(db, [cupboard]).get(cupboard)?.places ?? [])
      .filter(({ quantity }) => quantity !== 0)
      .map(({ name, quantity }) => [name, quantity / 1e6]),
  )
const draft = async (jobid: string) => (await expectOk(admin.post('/api/invoices', { jobid }))).id as string
const negative = (how: 'warn' | 'block') =>
  server.services.tenants.write(server.accountid, by, (tx) => setSetting(tx.db, 'negativestock', how))
const BELOW = /stock of Cupboard \[I\d+\] is now 3\sea below zero/

describe('where others took what a job made', () => {
  test('its invoice is issued and says what is below zero, in the answer, on the page and for good', async () => {
    const [one, other] = [await make(4), await make(4)]
    await take(7)
    for (const { id } of [one, other]) await complete(id)
    const first = await admin.post(`/api/invoices/${await draft(one.id)}/issue`)
    expect(first.body.message).toMatch(BELOW)
    await put(6, rack)
    const id = await draft(other.id)
    await take(2)
    const { trigger } = await htmxRequest(server, admin, 'POST', `/invoices/${id}/issue`, {
      version: '1',
    })
    expect(trigger.snackbar).toMatchObject({ level: 'warning', message: expect.stringMatching(BELOW) })
    expect((await htmxRequest(server, admin, 'GET', `/invoices/${id}`)).html).toMatch(BELOW)
    expect(faults()).toEqual([])
  })

  test('an invoice of a batch says so in its row', async () => {
    const { id } = await make(4)
    await take(3)
    await complete(id)
    const batch = await expectOk(admin.post('/api/billing/issue', { ids: [await draft(id)] }))
    const path = `/api/billing/batches/${batch.id}`
    let shown = await expectOk(admin.get(path))
    for (; shown.running; shown = await expectOk(admin.get(path))) await Bun.sleep(10)
    const [row] = shown.rows
    expect(row).toMatchObject({
      state: 'done',
      number: expect.any(String),
      message: expect.stringMatching(BELOW),
    })
    const page = await admin.get(`/billing/batches/${batch.id}`)
    expect(page.text).toMatch(/>\w*INV-?\d+<\/a>/)
    expect(page.text).toMatch(BELOW)
  })

  test('a delivery note says so where the account warns', async () => {
    const { lines } = await make(4)
    await take(3)
    const body = { boardid: shop.boardid, lines: [{ materialid: lines[0]!, quantity: 4 }] }
    const { id } = await expectOk(admin.post('/api/delivery', body))
    const { body: answer } = await admin.patch(`/api/delivery/${id}`, { status: 'issued' })
    expect(answer.message).toMatch(BELOW)
  })

  test('a blocked account refuses the note and never the invoice, the credit note or the return', async () => {
    const { id, lines } = await make(4)
    await take(3)
    await complete(id)
    await negative('block')
    try {
      const body = { boardid: shop.boardid, lines: [{ materialid: lines[0]!, quantity: 4 }] }
      const note = await expectOk(admin.post('/api/delivery', body))
      const refused = await admin.patch(`/api/delivery/${note.id}`, { status: 'issued' })
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('not enough')])
      expect(held()).toBe(1)
      const invoiceid = await draft(id)
      const issued = await admin.post(`/api/invoices/${invoiceid}/issue`)
      expect([issued.status, issued.body.message]).toEqual([200, expect.stringMatching(BELOW)])
      expect(held()).toBe(-3)
      await credit(invoiceid, { reason: 'cancelled' })
      expect(held()).toBe(1)
      expect(faults()).toEqual([])
    } finally {
      await negative('warn')
    }
  })
})

test('goods leave the places where they lie, line after line, and come back to those', async () => {
  const van = await server.services.tenants.write(server.accountid, by, (tx) => makeStorage(tx, 'Van'))
  const line = { inventoryid: cupboard, unit: undefined, linerate: 100, estimated: 3, consumed: 3 }
  const { id, lines } = await jobToDeliver(shop, [
    { ...line, storageid: rack },
    { ...line, storageid: rack },
  ])
  // Four of the six were carried from the rack to the van.
  await take(4)
  await put(4, van)
  const all = lines.map((materialid) => ({ materialid, quantity: 2 }))
  await issueNote(admin, shop.boardid, all)
  expect(at()).toEqual({ Van: 2 })
  expect(movements().filter(([kind]) => kind === 'delivery')).toHaveLength(2)
  await complete(id)
  const { id: invoiceid } = await invoice(id)
  expect(at()).toEqual({})
  await credit(invoiceid, { reason: 'cancelled' })
  expect(at()).toEqual({ Van: 2 })
  await expectOk(admin.delete(`/api/materials/${lines[1]}`))
  await expectOk(admin.delete(`/api/jobs/${id}`))
  expect(held()).toBe(0)
  expect(faults()).toEqual([])
})

test('a job that is removed leaves no place below zero, wherever its goods came back to', async () => {
  const bay = await server.services.tenants.write(server.accountid, by, (tx) => makeStorage(tx, 'Returns'))
  const { id, lines } = await make(4)
  const note = await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 4 }])
  const returns = [{ lineid: note.lines[0].id, quantity: 1 }]
  const back = { status: 'returned', storageid: bay, restock: true, returns }
  await expectOk(admin.patch(`/api/delivery/${note.id}`, back))
  expect(at()).toEqual({ Returns: 1 })
  await expectOk(admin.delete(`/api/jobs/${id}`))
  expect([at(), faults()]).toEqual([{}, []])
  await expectOk(admin.patch(`/api/jobs/restore/${id}`))
  expect([at(), faults()]).toEqual([{ Rack: 1 }, []])
})

test('what is made after it was invoiced or delivered leaves at once', async () => {
  const { id, lines } = await make(5, { consumed: 0 })
  const [materialid] = lines as [string]
  await issueNote(admin, shop.boardid, [{ materialid, quantity: 2 }])
  expect(held()).toBe(-2)
  const consumed = (quantity: number) =>
    expectOk(admin.patch(`/api/materials/${materialid}`, { consumed: quantity }))
  await consumed(4)
  expect(held()).toBe(2)
  await invoice(id, { lines: [{ materialid, quantity: 3 }] })
  expect(held()).toBe(1)
  await consumed(2)
  expect([held(), faults()]).toEqual([0, []])
  await consumed(5)
  expect([held(), faults()]).toEqual([2, []])
})

test('an item that is kept in stock later: what its lines made is booked, and what of it left', async () => {
  await expectOk(admin.patch(`/api/inventory/${cupboard}`, { keptinstock: false }))
  const { id, lines } = await make(4)
  await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 3 }])
  await complete(id)
  expect(held()).toBe(0)
  await expectOk(admin.patch(`/api/inventory/${cupboard}`, { keptinstock: true, inventoryclass: 3 }))
  await expectOk(admin.post(`/api/inventory/${cupboard}/usedbefore`))
  expect([held(), faults()]).toEqual([1, []])
})

describe('what a job made for its client is reserved for it until it leaves', () => {
  const levels = () => expectOk(admin.get(`/api/inventory/${cupboard}/levels`))
  const listed = async () =>
    (await expectOk(admin.get(`/api/inventory/${cupboard}/reservations`))) as object[]

  test('by note after note, and until it is given up for others', async () => {
    const { id, lines } = await make(4)
    const [materialid] = lines as [string]
    expect(await levels()).toMatchObject({ quantity: 4, reserved: 4, available: 0 })
    const [line] = await expectOk(admin.get(`/api/materials/getMaterials/${id}`))
    expect(line.levels).toMatchObject({ available: 0, forjob: { reserved: 4 } })
    await issueNote(admin, shop.boardid, [{ materialid, quantity: 1 }])
    expect(await levels()).toMatchObject({ quantity: 3, reserved: 3, available: 0 })
    const released = (many: number) =>
      admin.call('PUT', `/api/materials/${materialid}/reservation`, { released: many })
    expect(await expectRefused(released(4))).toEqual(['released'])
    await expectOk(released(2))
    expect(await levels()).toMatchObject({ reserved: 1, available: 2 })
    expect(await listed()).toMatchObject([{ materialid, made: true, reserved: 1, released: 2 }])
    await expectOk(released(0))
    await complete(id)
    await invoice(id)
    expect(await levels()).toMatchObject({ quantity: 0, reserved: 0, available: 0 })
    expect(await listed()).toEqual([])
  })

  test('but not what was sold on consignment, is made for stock, or goes into the same job', async () => {
    const place = await server.services.tenants.write(server.accountid, by, (tx) => {
      const id = makeStorage(tx, 'At the client')
      tx.db
        .update(storage)
        .set({ client: shop.clients[0] as string })
        .where(eq(storage.id, id))
        .run()
      return id
    })
    const { lines } = await make(4)
    const [materialid] = lines as [string]
    const note = await issueNote(admin, shop.boardid, [{ materialid, quantity: 3 }], { storageid: place })
    expect(await levels()).toMatchObject({ quantity: 4, reserved: 4 })
    const sold = [{ lineid: note.lines[0].id, quantity: 2 }]
    await expectOk(admin.patch(`/api/delivery/${note.id}`, { sold }))
    expect(await levels()).toMatchObject({ quantity: 2, reserved: 2, available: 0 })
    await make(5, {}, { client: null, location: null })
    expect(await levels()).toMatchObject({ quantity: 7, reserved: 2, available: 5 })
    const { id } = await make(1)
    expect(await levels()).toMatchObject({ quantity: 8, reserved: 3 })
    const input = { jobid: id, inventoryid: cupboard, inventoryclass: 2, role: 1, estimated: 1, consumed: 1 }
    await expectOk(admin.post('/api/materials', input))
    expect(await levels()).toMatchObject({ quantity: 7, reserved: 2, available: 5 })
    expect(faults()).toEqual([])
  })
})

test('the check of a file names a line of which more left by documents than by stock, and stock that no line moved', async () => {
  const { lines } = await make(4)
  await issueNote(admin, shop.boardid, [{ materialid: lines[0]!, quantity: 3 }])
  expect(faults()).toEqual([])
  await server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db
      .update(materials)
      .set({ departed: 2_000_000 as never })
      .where(eq(materials.id, lines[0]!))
      .run()
  })
  expect<unknown>(faults().map(({ kind, ledger, found }) => [kind, ledger / 1e6, found / 1e6])).toEqual([
    ['departed', -3, -2],
    ['gone', 2, 3],
  ])
})
