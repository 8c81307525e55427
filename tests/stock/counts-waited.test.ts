import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Tx } from '#db/tenants.ts'
import { addMs } from '#server/instants.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { bookMovement } from '#server/stock/book.ts'
import { checkStock } from '#server/stock/check.ts'
import { readOnHand } from '#server/stock/read.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeItem, makeStorage } from './support.ts'

let server: TestServer
const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)
const read = <T>(run: (db: Tx['db']) => T) => server.services.tenants.read(server.accountid, run)
let [shelf, bolt] = ['', '']
const onHand = () => read((db) => readOnHand(db, [bolt])).get(bolt)?.quantity
const pieces = (count: number) => parseQuantity(count)

/** Books in or out as it was done so many minutes ago. */
const moved = (quantity: number, minutes: number) =>
  write((tx) =>
    bookMovement(
      { ...tx, now: addMs(tx.now, -minutes * 60_000) },
      {
        ...{ inventoryid: bolt, storageid: shelf, quantity: pieces(quantity) },
        kind: quantity > 0 ? 'inbound' : 'outbound',
      },
    ),
  )

beforeAll(async () => {
  server = await startTestServer()
  shelf = await write((tx) => makeStorage(tx, 'Shelf'))
})
afterAll(async () => {
  expect(read(checkStock)).toEqual([])
  await server.stop()
})
beforeEach(async () => {
  bolt = await write((tx) => makeItem(tx, { defaultstorageid: shelf }))
  await write((tx) => tx.invalidateCaches())
  await moved(10, 24 * 60)
})

const waitedFor = (minutes: number, key?: string) => ({
  'x-joblane-waited': String(minutes * 60),
  ...(key && { 'idempotency-key': key }),
})
const countAlone = (counted: number, headers: Record<string, string>) =>
  server.people.admin.call(
    'POST',
    '/api/inventory/count',
    { inventoryid: bolt, counts: [{ storageid: shelf, counted }] },
    headers,
  )

test('a count that waited is set against what lay there then, and what moved later stays moved', async () => {
  await moved(-2, 120)
  await moved(-3, 20)
  await expectOk(countAlone(7, waitedFor(60)))
  // Then there were 8 by the books, and one was missing.
  expect(onHand()).toBe(pieces(4))
})

test('a pick that was made before the count and arrives before it is in what lay there then', async () => {
  await moved(-3, 90)
  await expectOk(countAlone(7, waitedFor(60)))
  expect(onHand()).toBe(pieces(7))
})

test('sent twice with its key it is booked once', async () => {
  await moved(-3, 20)
  const first = await expectOk(countAlone(9, waitedFor(60, 'once')))
  expect(await expectOk(countAlone(9, waitedFor(61, 'once')))).toEqual(first)
  expect(onHand()).toBe(pieces(6))
})

test('what was counted again and booked since stands, unless it was taken back', async () => {
  const [{ seq }] = await expectOk(countAlone(8, {}))
  const refused = await countAlone(8, waitedFor(60))
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This was counted again since, by admin Tester, and that count is booked. Remove this one.',
  ])
  expect(onHand()).toBe(pieces(8))
  await expectOk(server.people.admin.post(`/api/inventory/ledger/${seq}/reverse`))
  await expectOk(countAlone(8, waitedFor(60)))
  expect(onHand()).toBe(pieces(8))
})

const countByForm = (fields: Record<string, string>) =>
  server.people.admin.call(
    'POST',
    `/inventory/${bolt}/stock/count`,
    { 'place-0': shelf, 'expected-0': '10000000', ...fields },
    { ...waitedFor(60), accept: 'application/json' },
  )

test('a large difference asks in the answer, since nobody sees a dialog, and is booked by a yes', async () => {
  const asked = await countByForm({ 'counted-0': '2' })
  expect([asked.status, asked.body.data]).toEqual([400, { anyway: 'confirmed' }])
  expect(asked.body.message.replaceAll('\u00a0', ' ')).toContain(
    '8 ea fewer than the 10 ea that the books had then.',
  )
  expect(onHand()).toBe(pieces(10))
  expect((await countByForm({ 'counted-0': '2', confirmed: 'true' })).status).toBe(200)
  expect(onHand()).toBe(pieces(2))
})

test('what its page had shown does not matter: the ledger says what lay there then', async () => {
  await moved(5, 90)
  expect((await countByForm({ 'counted-0': '15' })).status).toBe(200)
  expect(onHand()).toBe(pieces(15))
})

type Sheet = { id: string; lines: { id: string; inventoryid: string; expected?: number; counted: number }[] }

async function makeSheet() {
  const { admin, management } = server.people
  const { id, lines }: Sheet = await expectOk(admin.post('/api/stockcounts', { storageid: shelf }))
  const lineid = lines.find(({ inventoryid }) => inventoryid === bolt)?.id
  return {
    lineid,
    url: `/api/stockcounts/${id}`,
    count: (counted: number, headers: Record<string, string>, who = admin) =>
      who.call('PATCH', `/api/stockcounts/${id}/lines`, { lines: [{ lineid, counted }] }, headers),
    step: (state: string) => admin.patch(`/api/stockcounts/${id}`, { state }),
    line: async () =>
      ((await expectOk(management.get(`/api/stockcounts/${id}`))) as Sheet).lines.find(
        (one) => one.id === lineid,
      ),
  }
}

test('a line of a sheet keeps what the books said when it was counted', async () => {
  const sheet = await makeSheet()
  await moved(-3, 20)
  await expectOk(sheet.count(9, waitedFor(60)))
  expect(await sheet.line()).toMatchObject({ counted: 9, expected: 10 })
  await expectOk(sheet.step('review'))
  await expectOk(sheet.step('posted'))
  expect(onHand()).toBe(pieces(6))
})

test('an older count does not replace the later one of somebody else', async () => {
  const sheet = await makeSheet()
  await expectOk(sheet.count(8, {}, server.people.management))
  const refused = await sheet.count(9, waitedFor(60))
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This was counted later by management Tester, and that count stands. Remove this one.',
  ])
  expect(await sheet.line()).toMatchObject({ counted: 8 })
})

test('of a sheet that was closed meanwhile it says where to count, and changes nothing', async () => {
  const sheet = await makeSheet()
  await expectOk(sheet.count(10, {}, server.people.management))
  await expectOk(sheet.step('review'))
  await expectOk(sheet.step('posted'))
  const refused = await sheet.count(4, waitedFor(60))
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('This count is booked already. What you counted of'),
  ])
  expect(onHand()).toBe(pieces(10))
})

test('the outbox is answered without a redirect, which it would take for another network', async () => {
  const { id, lines }: Sheet = await expectOk(
    server.people.admin.post('/api/stockcounts', { storageid: shelf }),
  )
  const answer = await server.people.admin.call(
    'POST',
    `/admin/stock/counts/${id}/count`,
    { lineid: lines[0]?.id, counted: '10' },
    { ...waitedFor(5, 'sheet'), accept: 'application/json' },
  )
  expect([answer.status, answer.headers.get('x-joblane-receipt')]).toEqual([204, 'sheet'])
})
