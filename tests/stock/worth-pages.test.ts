import { afterAll, beforeAll, expect, test } from 'bun:test'
import { categories, inventory } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { daysAfter } from '#server/dates.ts'
import { exportChunks } from '#server/domains/stock/worth/ask-stock-report.ts'
import { listMovements, listSlowMovers, listWorth } from '#server/domains/stock/worth/reports.ts'
import { readStockReport, type StockReportAsked } from '#server/domains/stock/worth/run-stock-report.ts'
import { asCents, parseQuantity } from '#server/money/decimal.ts'
import { askReader } from '#server/reader/reader.ts'
import { bookMovement, reverseMovement } from '#server/stock/book.ts'
import type { StockEntry } from '#server/stock/ledger.ts'
import { readToday } from '#server/zone.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeItem, makeStorage } from './support.ts'

let server: TestServer
const by = { userid: null, name: 'test' }
const write = <T>(run: (tx: Tx) => T) => server.services.tenants.write(server.accountid, by, run)
const read = <T>(run: (db: Tx['db']) => T) => server.services.tenants.read(server.accountid, run)
const none = { rate: 0 as never }
let [steel, glass, shed, van, today, item] = ['', '', '', '', '', '']
const day = (ago: number) => daysAfter(today, -ago)

beforeAll(async () => {
  server = await startTestServer()
  await write((tx) => {
    today = readToday(tx.db)
    ;[shed, van] = [makeStorage(tx, 'Shed'), makeStorage(tx, 'Van')]
    const metal = Bun.randomUUIDv7()
    const stamps = { createdutc: tx.now, updatedutc: tx.now }
    tx.db
      .insert(categories)
      .values({ id: metal, name: 'Metal', ...stamps })
      .run()
    steel = makeItem(tx, { ...none, code: 'STL', materialname: 'Steel', category: metal, baseunit: 'm' })
    glass = makeItem(tx, { ...none, code: 'GLS', materialname: 'Glass' })
    const book = (inventoryid: string, ago: number, quantity: number, more: Partial<StockEntry> = {}) =>
      bookMovement(tx, {
        ...{ inventoryid, quantity: parseQuantity(quantity), effectivedate: day(ago) },
        kind: quantity < 0 ? 'outbound' : 'inbound',
        ...more,
      })
    book(steel, 40, 10, { storageid: shed, cost: { cents: asCents(10_000) } })
    book(steel, 30, 5, { storageid: van, cost: { cents: asCents(20_000) } })
    book(steel, 20, -3, { storageid: shed })
    book(steel, 10, -1, { storageid: van, kind: 'count' })
    reverseMovement(tx, book(steel, 0, -1, { storageid: shed }).seq)
    book(glass, 200, 4, {})
    tx.invalidateCaches()
  })
})
afterAll(() => server.stop())

const figure = (quantity: number, rand: number) => ({
  quantity: parseQuantity(quantity),
  value: Math.round(rand * 100),
})
const worth = (query: Omit<Parameters<typeof listWorth>[1], 'day'> & { day?: string }) =>
  read((db) => listWorth(db, { day: today, ...query })).map((row) => [row.name, row.quantity, row.value])

test('worth on a day sums what was stored by then, by item, category and place', () => {
  expect(worth({ day: day(35), search: 'steel' })).toEqual([['Steel', parseQuantity(10), 10_000]])
  expect(worth({ day: day(15), search: 'stl' })).toEqual([['Steel', parseQuantity(12), 24_000]])
  expect(worth({})).toEqual([
    ['Glass', parseQuantity(4), 0],
    ['Steel', parseQuantity(11), 22_000],
  ])
  expect(worth({ by: 'category' })).toEqual([
    ['Metal', null, 22_000],
    ['No category', null, 0],
  ])
  expect(worth({ by: 'place' })).toEqual([
    ['Shed', null, 14_000],
    ['Van', null, 8_000],
    ['No place given', null, 0],
  ])
  expect(worth({ place: van })).toEqual([['Steel', parseQuantity(4), 8_000]])
  expect(read((db) => listWorth(db, { day: today })).map(({ unknown }) => unknown)).toEqual([1, 0])
})

test('a later price changes nothing of an earlier day', async () => {
  const before = worth({ day: day(15) })
  await write((tx) =>
    tx.db
      .update(inventory)
      .set({ rate: 999_999 as never })
      .run(),
  )
  expect(worth({ day: day(15) })).toEqual(before)
})

test('movements of a period lead from what there was to what there is', () => {
  const rows = (start: string, end: string) =>
    read((db) => listMovements(db, { start, end, search: 'steel' }))[0]
  expect(rows(day(35), day(5))).toMatchObject({
    opening: figure(10, 100),
    in: figure(5, 200),
    out: figure(-3, -60),
    count: figure(-1, -20),
    closing: figure(11, 220),
  })
  // What was taken back on the same day is nothing.
  expect(rows(today, today)).toMatchObject({
    opening: figure(11, 220),
    out: figure(0, 0),
    closing: figure(11, 220),
  })
})

test('slow movers went out long ago or never, and have lain there as long', () => {
  const slow = (days: number) => read((db) => listSlowMovers(db, { today, days })).map(({ code }) => code)
  expect(slow(15)).toEqual(['STL', 'GLS'])
  expect(slow(25)).toEqual(['GLS'])
  expect(slow(300)).toEqual([])
})

test('pages and files show all what there is, and its worth to whoever sees what items cost', async () => {
  const { admin, jobs } = server.people
  const page = await admin.get('/admin/stock/worth')
  expect(page.text).toContain('R\u00a0220,00')
  expect(page.text).toContain('Of one item nobody said what it cost')
  for (const path of ['worth', 'movements'])
    expect((await admin.get(`/admin/stock/${path}`)).text, path).toContain('/admin/stock/inbound')
  expect((await admin.get('/admin/stock/worth?day=2999-01-01')).status).toBe(400)
  expect((await admin.get('/admin/stock/movements?start=2026-02-01&end=2026-01-01')).status).toBe(400)
  const empty = '/admin/stock/movements?start=2001-01-01&end=2001-01-31'
  const leads = 'class="button primary" href="/admin/stock/inbound"'
  expect((await admin.get(empty)).text).toContain(leads)
  expect((await admin.get(`${empty}&search=STL`)).text.includes(leads)).toBe(false)
  const csv = async (path: string) => (await admin.get(path)).text
  expect(await csv('/admin/stock/worth/export?by=place')).toContain('Shed;;;;140')
  expect(await csv(`/admin/stock/movements/export?start=${day(35)}`)).toContain(
    'STL;Steel;m;10;5;-3;-1;0;11;100;200;',
  )
  expect(await csv('/admin/stock/slow/export?days=15')).toContain('GLS;Glass;;4;ea;')
  // True of an account without stock, too.
  expect((await admin.get('/admin/stock/slow?days=300')).text).toContain(
    'Nothing in stock has lain there for 300 days.',
  )
  for (const by of ['category', 'place'])
    expect((await jobs.get(`/admin/stock/worth?by=${by}`)).status).toBe(403)
  const held = (await jobs.get('/admin/stock/worth')).text
  for (const words of ['Stock on hand', 'Steel [STL]', '11\u00a0m']) expect(held).toContain(words)
  for (const words of ['R\u00a0', 'Worth', 'what it cost']) expect(held).not.toContain(words)
})

test('what comes in may say what it cost, and somebody may say what stock is worth', async () => {
  const { admin } = server.people
  item = await write((tx) => makeItem(tx, { ...none, code: 'NEW' }))
  await admin.post('/api/inventory/inbound', { inventoryid: item, quantity: 4, cost: 2.5 })
  const bad = await admin.post('/api/inventory/outbound', { inventoryid: item, quantity: 1, cost: 2 })
  expect([bad.status, Object.keys(bad.body.fields)]).toEqual([400, ['cost']])
  expect((await admin.get(`/inventory/${item}/stock`)).text).toContain('R\u00a010,00')
  const said = await admin.post(`/api/inventory/${item}/worth`, { average: 3, note: 'Looked at the bill' })
  expect(said.status).toBe(200)
  expect(worth({ search: 'new' })).toEqual([['NEW', parseQuantity(4), 1200]])
  expect((await admin.get(`/inventory/${item}/stock/worth`)).text).toContain('value="3,00"')
})

test('a thread adds up the same as this one, and hands a whole list over in chunks', async () => {
  const period = { start: day(60), end: today }
  const cut = { skip: 0, take: 1 }
  const asked: StockReportAsked[] = [
    { name: 'worth', query: { day: today, by: 'place' }, cut },
    { name: 'movements', query: period },
    { name: 'slow', query: { today, days: 90 } },
  ]
  const path = server.services.tenants.path(server.accountid)
  for (const one of asked) {
    const request = { stock: { path, nowutc: new Date().toISOString(), asked: one } }
    const reply = await askReader({ accountid: server.accountid, userid: 'test' }, request)
    expect(reply as object).toEqual({ stock: read((db) => readStockReport(db, one)) })
  }
  const whole = read((db) => readStockReport(db, { name: 'movements', query: period }))
  const rows = await Array.fromAsync(exportChunks(whole, (line) => [line.code]))
  expect(rows).toEqual([[['GLS'], ['NEW'], ['STL']]])
})

test('stock opens on what there is where nothing is below zero, and its list of that by its tab', async () => {
  const { admin, jobs } = server.people
  const open = async (path: string, who = admin) => {
    const headers = { cookie: who.cookie, accept: 'text/html' }
    return (await fetch(server.url + path, { headers, redirect: 'manual' })).headers.get('location')
  }
  expect(await open('/admin/stock')).toBe('/admin/stock/worth')
  expect(await open('/admin/stock', jobs)).toBe('/admin/stock/worth')
  expect(await open('/admin/stock?of=negative')).toBeNull()
  expect(await open('/admin/stock?of=minimum')).toBeNull()
})

test('stock is narrowed by the categories of items, and by none of jobs', async () => {
  await write((tx) => {
    const stamps = { createdutc: tx.now, updatedutc: tx.now }
    tx.db
      .insert(categories)
      .values({ id: Bun.randomUUIDv7(), name: 'Call-out', jobcategory: true, ...stamps })
      .run()
    tx.invalidateCaches()
  })
  for (const page of ['worth', 'movements', 'slow', 'counts/new']) {
    const { status, text } = await server.people.admin.get(`/admin/stock/${page}`)
    expect([page, status, text.includes('Call-out')]).toEqual([page, 200, false])
  }
  expect((await server.people.admin.get('/admin/stock/worth')).text).toContain('>Metal</option>')
})
