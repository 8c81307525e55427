import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { checkStock } from '#server/stock/check.ts'
import { listLedger, readOnHand } from '#server/stock/read.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { makeItem, makeStorage } from '#tests/stock/support.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { issueNote, jobToDeliver } from './deliveries-support.ts'
import { by } from './jobs-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let admin: Client
let rack: string
let theirs: string
let chair: string
let table: string

beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  admin = server.people.admin
  rack = await server.services.tenants.write(server.accountid, by, (tx) => makeStorage(tx, 'Rack'))
  theirs = (await expectOk(admin.post('/api/storage', { name: 'Acme shop floor', client: shop.clients[0] })))
    .id
})
afterAll(() => server.stop())

beforeEach(async () => {
  await server.services.tenants.write(server.accountid, by, (tx) => {
    chair = makeItem(tx, { materialname: 'Chair', consignmentcode: 'ACME-1' })
    table = makeItem(tx, { materialname: 'Table', inventoryclass: 3 })
    tx.invalidateCaches()
  })
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: chair, quantity: 50, storageid: rack }))
})

const patch = (id: string, body: object) => admin.patch(`/api/delivery/${id}`, body)
const held = (item: string) =>
  server.services.tenants.read(server.accountid, (db) => {
    const places = readOnHand(db, [item]).get(item)?.places ?? []
    return Object.fromEntries(
      places.filter(({ quantity }) => quantity !== 0).map(({ name, quantity }) => [name, quantity / 1e6]),
    )
  })
const differences = () => server.services.tenants.read(server.accountid, checkStock)

async function consigned() {
  const job = await jobToDeliver(shop, [
    { inventoryid: chair, estimated: 20, storageid: rack, unit: undefined },
  ])
  const note = await issueNote(admin, shop.boardid, [{ materialid: job.lines[0]!, quantity: 12 }], {
    storageid: theirs,
  })
  return { job, note, lineid: note.lines[0].id as string }
}

test('goods on consignment stay ours at the client’s, are sold from there, and come back', async () => {
  const { job, note, lineid } = await consigned()
  expect(held(chair)).toEqual({ Rack: 38, 'Acme shop floor': 12 })
  const at = await expectOk(admin.get(`/api/delivery/consigned/${shop.clients[0]}`))
  expect(at.find((one: { lineid: string }) => one.lineid === lineid)).toMatchObject({
    code: 'ACME-1',
    quantity: 12,
    left: 12,
    storage: { name: 'Acme shop floor' },
  })
  const sold = await expectOk(patch(note.id, { sold: [{ lineid, quantity: 5 }] }))
  expect(sold).toMatchObject({ state: 'issued', lines: [{ sold: 5 }] })
  expect(held(chair)).toEqual({ Rack: 38, 'Acme shop floor': 7 })
  expect(await expectRefused(patch(note.id, { sold: [{ lineid, quantity: 8 }] }))).toEqual([
    'sold.0.quantity',
  ])
  const back = (quantity: number) =>
    patch(note.id, { status: 'returned', returns: [{ lineid, quantity }], storageid: rack })
  expect(await expectRefused(back(8))).toEqual(['returns.0.quantity'])
  await expectOk(back(7))
  expect(held(chair)).toEqual({ Rack: 45 })
  const { history } = await expectOk(admin.get(`/api/jobs/${job.id}`))
  const rows = history.flatMap(({ field, newvalue }: { field: string; newvalue: string }) =>
    field === 'material.delivered' || field === 'material.returned' ? JSON.parse(newvalue) : [],
  )
  const places = rows.filter(({ kind }: { kind: string }) => kind === 'Storage Location')
  expect(places).toContainEqual({ kind: 'Storage Location', old: 'Rack', new: 'Acme shop floor' })
  expect(places).toContainEqual({ kind: 'Storage Location', old: 'Acme shop floor', new: 'Rack' })
  // What was sold stays sold: the note did not come back as a whole.
  expect((await expectOk(admin.get(`/api/delivery/${note.id}`))).state).toBe('issued')
  expect(differences()).toEqual([])
})

test('what was sold is used on its line, and so is charged', async () => {
  const { job, note, lineid } = await consigned()
  await expectOk(patch(note.id, { sold: [{ lineid, quantity: 5 }] }))
  const [material] = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
  expect(material).toMatchObject({ consumed: 5, estimated: 20 })
})

test('what a job made is moved too, and leaves stock when it is sold', async () => {
  const job = await jobToDeliver(shop, [
    { inventoryid: table, estimated: 3, consumed: 3, storageid: rack, unit: undefined },
  ])
  const note = await issueNote(admin, shop.boardid, [{ materialid: job.lines[0]!, quantity: 3 }], {
    storageid: theirs,
  })
  expect(held(table)).toEqual({ 'Acme shop floor': 3 })
  await expectOk(patch(note.id, { sold: [{ lineid: note.lines[0].id, quantity: 1 }] }))
  expect(held(table)).toEqual({ 'Acme shop floor': 2 })
  expect(differences()).toEqual([])
})

test('what a job made is charged once it is sold, and what came back to nobody', async () => {
  const job = await jobToDeliver(shop, [
    { inventoryid: table, estimated: 10, consumed: 10, storageid: rack, unit: undefined, linerate: 100 },
  ])
  const [materialid] = job.lines as [string]
  const note = await issueNote(admin, shop.boardid, [{ materialid, quantity: 10 }], { storageid: theirs })
  const lineid = note.lines[0].id as string
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const draft = () => admin.post('/api/invoices', { jobid: job.id })
  const unbilled = async () =>
    ((await expectOk(admin.get('/api/billing?take=500'))) as { id: string; value: number }[]).find(
      ({ id }) => id === job.id,
    )?.value
  expect(await draft()).toMatchObject({ status: 400, body: { code: 'consigned' } })
  expect(await unbilled()).toBe(0)
  await expectOk(patch(note.id, { sold: [{ lineid, quantity: 4 }] }))
  expect(await unbilled()).toBe(400)
  const { id } = await expectOk(draft())
  expect(await expectOk(admin.get('/api/invoices?state=draft'))).toContainEqual(
    expect.objectContaining({ id, net: 400 }),
  )
  const first = await expectOk(admin.post(`/api/invoices/${id}/issue`))
  expect(first).toMatchObject({ net: 400, document: { lines: [{ quantity: 4 }] } })
  expect(await expectOk(admin.get(`/api/jobs/${job.id}`))).toMatchObject({ status: 4 })
  const part = { jobid: job.id, lines: [{ materialid, quantity: 1 }] }
  expect((await admin.post('/api/invoices', part)).body.fields['lines.0.quantity']).toContain(
    'on consignment',
  )
  await expectOk(patch(note.id, { sold: [{ lineid, quantity: 5 }] }))
  const second = await expectOk(draft())
  expect(await expectOk(admin.post(`/api/invoices/${second.id}/issue`))).toMatchObject({ net: 500 })
  expect(await expectOk(admin.get(`/api/jobs/${job.id}`))).toMatchObject({ status: 4 })
  const back = { status: 'returned', returns: [{ lineid, quantity: 1 }], storageid: rack }
  await expectOk(patch(note.id, back))
  expect(await expectOk(admin.get(`/api/jobs/${job.id}`))).toMatchObject({ status: 5 })
  expect(differences()).toEqual([])
})

test('what came back and goes out by an ordinary note is charged after all', async () => {
  const job = await jobToDeliver(shop, [
    { inventoryid: table, estimated: 4, consumed: 4, storageid: rack, unit: undefined, linerate: 100 },
  ])
  const [materialid] = job.lines as [string]
  const note = await issueNote(admin, shop.boardid, [{ materialid, quantity: 4 }], { storageid: theirs })
  const returns = [{ lineid: note.lines[0].id, quantity: 4 }]
  await expectOk(patch(note.id, { status: 'returned', returns, storageid: rack }))
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const draft = () => admin.post('/api/invoices', { jobid: job.id })
  expect((await draft()).status).toBe(400)
  await issueNote(admin, shop.boardid, [{ materialid, quantity: 3 }])
  const { id } = await expectOk(draft())
  expect(await expectOk(admin.get(`/api/invoices/${id}`))).toMatchObject({ net: 300 })
})

test('what lies at the client’s is counted there by a sheet, and sold to what is left', async () => {
  const { note, lineid } = await consigned()
  const sheet = await expectOk(admin.post('/api/stockcounts', { name: 'At Acme', storageid: theirs }))
  const line = sheet.lines.find((one: { inventoryid: string }) => one.inventoryid === chair)
  expect(line.storage).toMatchObject({ id: theirs })
  await expectOk(
    admin.patch(`/api/stockcounts/${sheet.id}/lines`, { lines: [{ lineid: line.id, counted: 9 }] }),
  )
  const counted = await expectOk(admin.get(`/api/stockcounts/${sheet.id}`))
  expect(counted.lines.find((one: { id: string }) => one.id === line.id)).toMatchObject({ difference: -3 })
  await expectOk(patch(note.id, { sold: [{ lineid, quantity: 3 }] }))
  expect(held(chair)).toMatchObject({ 'Acme shop floor': 9 })
  expect((await admin.get(`/deliveries/${note.id}`)).text).toContain('/admin/stock/counts/new')
})

test('what is used already cannot lie at the client’s, and no movement of a note is undone elsewhere', async () => {
  const job = await jobToDeliver(shop, [
    { inventoryid: chair, estimated: 10, consumed: 8, storageid: rack, unit: undefined },
  ])
  const { id } = await expectOk(
    admin.post('/api/delivery', {
      boardid: shop.boardid,
      storageid: theirs,
      lines: [{ materialid: job.lines[0]!, quantity: 3 }],
    }),
  )
  expect(await expectRefused(patch(id, { status: 'issued' }))).toEqual(['lines.0.quantity'])
  const { note } = await consigned()
  const ledger = server.services.tenants.read(server.accountid, (db) => listLedger(db, chair))
  const { seq } = ledger.find(({ kind }) => kind === 'delivery')!
  expect((await admin.post(`/api/inventory/ledger/${seq}/reverse`, {})).status).toBe(400)
  expect((await patch(note.id, { sold: [] })).status).toBe(400)
})

test('an ordinary note moves no stock, and a return only where it is asked for', async () => {
  const job = await jobToDeliver(shop, [
    { inventoryid: chair, estimated: 10, consumed: 10, storageid: rack, unit: undefined },
  ])
  expect(held(chair)).toEqual({ Rack: 40 })
  const note = await issueNote(admin, shop.boardid, [{ materialid: job.lines[0]!, quantity: 10 }])
  const lineid = note.lines[0].id
  const back = (quantity: number, restock: boolean) =>
    patch(note.id, { status: 'returned', returns: [{ lineid, quantity }], storageid: rack, restock })
  await expectOk(back(2, false))
  expect(held(chair)).toEqual({ Rack: 40 })
  await expectOk(back(3, true))
  expect(held(chair)).toEqual({ Rack: 43 })
  const [material] = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
  expect(material).toMatchObject({ consumed: 7, delivered: 5 })
  expect((await patch(note.id, { sold: [{ lineid, quantity: 1 }] })).body.code).toBe('notconsigned')
  expect(differences()).toEqual([])
})

test('a draft says what of it is not there, and issuing warns of it or is refused, as the account says', async () => {
  const job = await jobToDeliver(shop, [
    { inventoryid: chair, estimated: 60, consumed: 8, storageid: rack, unit: undefined },
    { inventoryid: table, estimated: 3, consumed: 1, storageid: rack, unit: undefined },
  ])
  const [chairs, tables] = job.lines as [string, string]
  const lines = (many: number, made: number) => [
    { materialid: chairs, quantity: many },
    { materialid: tables, quantity: made },
  ]
  const draft = (of: object[], more: object = {}) =>
    expectOk(admin.post('/api/delivery', { boardid: shop.boardid, lines: of, ...more }))
  // 8 were used before, 42 are there.
  expect((await draft(lines(50, 1))).lines).toMatchObject([{ short: '' }, { short: '' }])
  const note = await draft(lines(9, 2))
  expect(note.lines.map(({ short }: { short: string }) => short.replace('\u00a0', ' '))).toEqual([
    '9 ea of Cupboard 1 are not in stock.',
    '2 ea of Cupboard 2 are not made yet.',
  ])
  expect((await admin.get(`/deliveries/${note.id}`)).text).toContain('ea of Cupboard 2 are not made yet.')
  await expectOk(admin.patch('/api/configuration/settings', { negativestock: 'block' }))
  expect(await expectRefused(patch(note.id, { status: 'issued' }))).toEqual([
    'lines.0.quantity',
    'lines.1.quantity',
  ])
  await expectOk(admin.patch('/api/configuration/settings', { negativestock: 'warn' }))
  const { body } = await patch(note.id, { status: 'issued' })
  expect(body.data.state).toBe('issued')
  expect(body.message).toContain('not in stock')
  expect(body.message).toContain('not made yet')
})

test('what comes back after it was invoiced is put into stock, at what it cost, and goes out again', async () => {
  const job = await jobToDeliver(shop, [
    { inventoryid: chair, estimated: 10, consumed: 10, storageid: rack, unit: undefined },
  ])
  const [materialid] = job.lines as [string]
  const note = await issueNote(admin, shop.boardid, [{ materialid, quantity: 10 }])
  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 4, confirmed: true }))
  const invoice = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  await expectOk(admin.post(`/api/invoices/${invoice.id}/issue`))
  const restock = { status: 'returned', storageid: rack, restock: true }
  const returns = (quantity: number) => [{ lineid: note.lines[0].id, quantity }]
  const tooMany = patch(note.id, { ...restock, returns: returns(11) })
  expect(await expectRefused(tooMany)).toEqual(['returns.0.quantity'])
  const { body } = await patch(note.id, { ...restock, returns: returns(3) })
  expect(body.message).toContain('to be credited')
  expect(held(chair)).toEqual({ Rack: 43 })
  expect(await expectOk(admin.get(`/api/jobs/${job.id}`))).toMatchObject({ status: 5 })
  const [material] = await expectOk(admin.get(`/api/materials/getMaterials/${job.id}`))
  expect(material).toMatchObject({ consumed: 7, delivered: 7 })
  expect((await admin.patch(`/api/materials/${materialid}`, { consumed: 6 })).body.code).toBe('jobclosed')
  // A return of a return: the goods leave once more, on a note of their own.
  const again = await issueNote(admin, shop.boardid, [{ materialid, quantity: 3 }])
  expect(
    await expectRefused(
      patch(again.id, { ...restock, returns: [{ ...returns(4)[0], lineid: again.lines[0].id }] }),
    ),
  ).toEqual(['returns.0.quantity'])
  await expectOk(
    admin.post(`/api/invoices/${invoice.id}/credit`, {
      reason: 'returned',
      lines: [{ line: 0, quantity: 3 }],
      again: true,
    }),
  )
  expect(await expectOk(admin.get(`/api/jobs/${job.id}`))).toMatchObject({ status: 5 })
  expect(differences()).toEqual([])
})
