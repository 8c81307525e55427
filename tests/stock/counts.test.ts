import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Tx } from '#db/tenants.ts'
import { isHidden } from '#server/domains/stock/counts/present.ts'
import { parseQuantity } from '#server/money/decimal.ts'
import { bookMovement } from '#server/stock/book.ts'
import { checkStock } from '#server/stock/check.ts'
import { listLedger, readOnHand } from '#server/stock/read.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeItem, makeStorage } from './support.ts'

let server: TestServer
const write = <T>(run: (tx: Tx) => T) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)
const read = <T>(run: (db: Tx['db']) => T) => server.services.tenants.read(server.accountid, run)
let [shelf, bolt, nut, washer] = ['', '', '', '']
const onHand = (id: string) => read((db) => readOnHand(db, [id])).get(id)?.quantity

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    shelf = makeStorage(tx, 'Shelf')
    ;[bolt, nut, washer] = [
      makeItem(tx, { code: 'BOLT', barcode: '600123' }),
      makeItem(tx, { code: 'NUT' }),
      makeItem(tx, { code: 'WASHER', defaultstorageid: shelf }),
    ]
    makeItem(tx, { code: 'LABOUR', inventoryclass: 0, defaultstorageid: shelf })
    for (const inventoryid of [bolt, nut])
      bookMovement(tx, { inventoryid, storageid: shelf, kind: 'inbound', quantity: parseQuantity(10) })
    tx.invalidateCaches()
  })
})
afterAll(() => server.stop())

type Line = {
  id: string
  code: string
  expected?: number
  difference?: number
  recount?: boolean
  worth?: number
  counted: number
}
type Sheet = { id: string; version: number; state: string; lines: Line[] }

const make = async (body: object): Promise<Sheet> =>
  (await server.people.admin.post('/api/stockcounts', { storageid: shelf, ...body })).body.data
const at = ({ lines }: Sheet, code: string) => lines.find((line) => line.code === code) as Line
const count = (sheet: Sheet, code: string, counted: number | null, who = server.people.admin) =>
  who.patch(`/api/stockcounts/${sheet.id}/lines`, { lines: [{ lineid: at(sheet, code).id, counted }] })
const step = (sheet: Sheet, state: string, more: object = {}) =>
  server.people.admin.patch(`/api/stockcounts/${sheet.id}`, { state, ...more })
const readAgain = async ({ id }: Sheet): Promise<Sheet> =>
  (await server.people.admin.get(`/api/stockcounts/${id}`)).body.data

test('what moves between counting and booking stays moved, blank is not 0, and all is booked and undone at once', async () => {
  const sheet = await make({ tolerance: 50 })
  expect(sheet.lines.map(({ code }) => code)).toEqual(['BOLT', 'NUT', 'WASHER'])
  expect((await step(sheet, 'review')).status).toBe(400)
  await count(sheet, 'BOLT', 8)
  await count(sheet, 'WASHER', 0)
  await server.people.admin.post('/api/inventory/outbound', {
    inventoryid: bolt,
    quantity: 3,
    storageid: shelf,
  })
  const { body } = await step(sheet, 'review')
  expect(at(body.data, 'BOLT')).toMatchObject({ expected: 10, counted: 8, difference: -2, worth: -20 })
  expect(at(body.data, 'NUT')).toMatchObject({ counted: null, difference: null })
  expect((await step(sheet, 'posted', { version: sheet.version })).status).toBe(409)
  expect((await step(sheet, 'posted', { version: body.data.version })).status).toBe(200)
  expect([onHand(bolt), onHand(nut), onHand(washer)]).toEqual([5, 10, 0].map((each) => parseQuantity(each)))
  expect(read((db) => listLedger(db, bolt, { take: 1 }))[0]).toMatchObject({
    kind: 'count',
    document: expect.stringMatching(/^Count \d+$/),
    note: 'Counted by admin Tester',
  })
  expect((await step(sheet, 'posted')).status).toBe(409)
  expect((await step(sheet, 'undone')).status).toBe(200)
  expect(onHand(bolt)).toBe(parseQuantity(7))
  expect(read(checkStock)).toEqual([])
})

test('a blind sheet tells nobody what is expected while it is counted, by no door', async () => {
  const sheet = await make({ blind: true })
  await count(sheet, 'BOLT', 4)
  const told = await readAgain(sheet)
  expect(Object.keys(at(told, 'BOLT'))).not.toContain('expected')
  expect(Object.keys(at(told, 'BOLT'))).not.toContain('difference')
  const { admin } = server.people
  expect((await admin.get(`/admin/stock/counts/${sheet.id}`)).text).not.toContain('Expected')
  expect((await admin.get(`/admin/stock/counts/${sheet.id}/count?code=BOLT`)).text).toContain('BOLT')
  await step(sheet, 'review')
  expect(at(await readAgain(sheet), 'BOLT')).toMatchObject({ expected: 7, difference: -3 })
  expect((await admin.get(`/admin/stock/counts/${sheet.id}`)).text).toContain('Expected')
  expect((await step(sheet, 'cancelled')).status).toBe(200)
  expect((await count(sheet, 'BOLT', 5)).status).toBe(409)
})

test('a difference above the tolerance is counted again by somebody else before it is booked', async () => {
  const { management } = server.people
  const sheet = await make({ tolerance: 10, codes: 'bolt\n600123\nnut' })
  expect(sheet.lines.map(({ code }) => code)).toEqual(['BOLT', 'NUT'])
  await count(sheet, 'BOLT', 3)
  await count(sheet, 'NUT', 9)
  const { data } = (await step(sheet, 'review')).body
  expect([at(data, 'BOLT').recount, at(data, 'NUT').recount]).toEqual([true, false])
  const refused = await step(sheet, 'posted')
  expect([refused.status, refused.body.code]).toEqual([400, 'recount'])
  expect((await count(sheet, 'BOLT', 6)).body.message).toContain('You counted')
  expect((await count(sheet, 'NUT', 9, management)).status).toBe(400)
  expect((await count(sheet, 'BOLT', 6, management)).status).toBe(200)
  const again = await readAgain(sheet)
  expect(at(again, 'BOLT')).toMatchObject({ counted: 6, firstcounted: 3, difference: -1, recount: false })
  expect((await step(sheet, 'posted')).status).toBe(200)
  expect([onHand(bolt), onHand(nut)]).toEqual([parseQuantity(6), parseQuantity(9)])
  expect(read((db) => listLedger(db, bolt, { take: 1 }))[0]?.note).toBe(
    'Counted by admin Tester, then management Tester',
  )
})

test('a sheet without differences is booked too, and one above its worth may be booked unconfirmed', async () => {
  const same = await make({ codes: 'NUT' })
  await count(same, 'NUT', 9)
  await step(same, 'review')
  expect((await step(same, 'posted')).status).toBe(200)
  expect(read((db) => listLedger(db, nut, { take: 1 }))[0]).toMatchObject({ kind: 'count', quantity: 0 })
  const dear = await make({ codes: 'NUT', toleranceamount: 15 })
  await count(dear, 'NUT', 7)
  await step(dear, 'review')
  expect((await step(dear, 'posted')).status).toBe(400)
  expect((await step(dear, 'posted', { unconfirmed: true })).status).toBe(200)
  expect(read((db) => listLedger(db, nut, { take: 1 }))[0]?.note).toContain('not counted again')
  expect(await make({ storageid: null, codes: 'NONE' })).toBeUndefined()
  const pages = await server.people.admin.get('/admin/stock/counts')
  expect(pages.text).toContain('1 of 1')
})

test('what had no stock is worth the same before its count is booked as after, and is counted once', async () => {
  const { admin } = server.people
  const codes = ['HINGE', 'EDGING']
  await Promise.all(
    codes.map((code, at) =>
      admin.post('/api/inventory', { code, materialname: code, inventoryclass: 5, rate: [32, 6.5][at] }),
    ),
  )
  const sheet = await make({ storageid: null, codes: codes.join(','), tolerance: 10, toleranceamount: 15 })
  await count(sheet, 'HINGE', 40)
  await count(sheet, 'EDGING', 12.5)
  const worths = ({ lines }: Sheet) => lines.map(({ code, worth, recount }) => [code, worth, recount])
  const expected = [
    ['EDGING', 81.25, false],
    ['HINGE', 1280, false],
  ]
  expect(worths((await step(sheet, 'review')).body.data)).toEqual(expected)
  expect((await step(sheet, 'posted')).status).toBe(200)
  expect(worths(await readAgain(sheet))).toEqual(expected)
  // From here on the books say something.
  const again = await make({ storageid: null, codes: 'HINGE', tolerance: 10 })
  await count(again, 'HINGE', 20)
  const reviewed = (await step(again, 'review')).body.data
  expect(worths(reviewed)).toEqual([['HINGE', -640, true]])
  expect((await step(again, 'posted', { unconfirmed: true })).status).toBe(200)
  expect(worths(await readAgain(again))).toEqual([['HINGE', -640, false]])
})

test('who may not book learns no difference of a blind sheet before it is counted again', () => {
  const sheet = { blind: true, state: 'review' } as const
  const [again, done] = [[{ torecount: true }], [{ torecount: false }]]
  expect([isHidden(sheet, again, false), isHidden(sheet, again, true)]).toEqual([true, false])
  expect(isHidden(sheet, done, false)).toBe(false)
  expect(isHidden({ ...sheet, blind: false }, again, false)).toBe(false)
})
