import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { runReport } from '#server/domains/reporting/reports/run-report.ts'
import { readToday } from '#server/zone.ts'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let item: string
let steel: string
beforeAll(async () => {
  server = await startTestServer()
  await createInvoiceFixtures(server)
  const { admin } = server.people
  const add = async (path: string, body: object) =>
    (await expectOk(admin.post(`/api/${path}`, body))).id as string
  item = await add('inventory', { code: 'PLATE', materialname: 'Plate', baseunit: 'kg', inventoryclass: 2 })
  steel = await add('suppliers', { name: 'Steel & Co' })
  for (const rate of [40, 50]) {
    const order = await add('purchaseorders', {
      supplier: steel,
      lines: [{ inventoryid: item, quantity: 3, rate }],
    })
    const sent = await expectOk(admin.patch(`/api/purchaseorders/${order}`, { status: 'sent' }))
    const lines = [{ lineid: sent.lines[0].id, quantity: 3 }]
    await expectOk(admin.post(`/api/purchaseorders/${order}/receipts`, { lines }))
  }
  const charge = async (number: string, supplier: string, rate: number, kind = 'invoice') => {
    const lines = [{ description: 'Cutting', quantity: 2, rate }]
    return add('supplierinvoices', {
      kind,
      supplier,
      number,
      lines,
    })
  }
  const approve = async (id: string) =>
    expectOk(admin.patch(`/api/supplierinvoices/${id}`, { status: 'approved' }))
  await approve(await charge('S 1', steel, 100))
  await approve(await charge('T 1', await add('suppliers', { name: 'Timber' }), 10))
  await approve(await charge('S 2', steel, 25, 'creditnote'))
  await charge('S 3', steel, 999)
})
afterAll(() => server.stop())

function run(name: string, parameters: object = {}) {
  const { tenants } = server.services
  const today = tenants.read(server.accountid, readToday)
  const ever = { start: '2000-01-01', end: '2099-12-31', date: today }
  const nothing = { client: null, item: null, category: null, supplier: null }
  return runReport({
    ...{
      path: tenants.path(server.accountid),
      name,
      nowutc: new Date().toISOString(),
      file: null,
      most: 100,
    },
    parameters: { ...ever, ...nothing, ...parameters },
  })
}

test.each(['purchases-by-month', 'purchases-by-supplier', 'purchases-by-item', 'purchase-documents'])(
  '%s counts what is approved, less what was credited, and opens documents of the same sum',
  (name) => {
    const { rows, sums } = run(name)
    expect(sums.net).toBe(20_000 + 2_000 - 5_000)
    if (name === 'purchase-documents') return
    for (const row of rows) {
      const asked = Object.fromEntries(new URL(row.href as string, 'http://x').searchParams)
      const behind = run('purchase-documents', asked)
      expect([behind.sums.net, behind.total]).toEqual([row.net as number, row.documents as number])
    }
  },
)

test('creditors are owed what is approved and not paid', () => {
  const { rows, sums } = run('creditors')
  expect(rows.map(({ name }) => name)).toEqual(['Steel & Co', 'Timber'])
  expect(sums.total).toBe(Number(run('purchase-documents').sums.total))
})

test('the price of an item is that of its receipts, the first and the last told apart', () => {
  const { rows } = run('purchase-prices')
  expect(rows).toMatchObject([
    {
      code: 'PLATE',
      receipts: 2,
      first: 400_000,
      last: 500_000,
      lowest: 400_000,
      highest: 500_000,
      change: 250_000,
    },
  ])
  const asked = Object.fromEntries(new URL(rows[0]?.href as string, 'http://x').searchParams)
  const { rows: history, sums } = run('purchase-price-history', asked)
  expect(history.map(({ price }) => price)).toEqual([400_000, 500_000])
  expect(sums.value).toBe(27_000)
  expect(run('purchase-price-history', { item: steel }).total).toBe(0)
})

test('stock is worth what its receipts cost', () => {
  expect(run('stock-worth').sums.value).toBe(27_000)
})
