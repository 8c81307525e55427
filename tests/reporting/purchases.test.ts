import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { runReport } from '#server/domains/reporting/reports/run-report.ts'
import { readToday } from '#server/zone.ts'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { ever, fillPurchases } from './reports-support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let steel: string
beforeAll(async () => {
  server = await startTestServer()
  await createInvoiceFixtures(server)
  ;({ steel } = await fillPurchases(server))
})
afterAll(() => server.stop())

function run(name: string, parameters: object = {}) {
  const { tenants } = server.services
  const today = tenants.read(server.accountid, readToday)
  return runReport({
    ...{
      path: tenants.path(server.accountid),
      name,
      nowutc: new Date().toISOString(),
      file: null,
      most: 100,
    },
    parameters: { ...ever, date: today, ...parameters },
  })
}

test.each(['purchases-by-month', 'purchases-by-supplier', 'purchases-by-item', 'purchase-documents'])(
  '%s counts what is approved, less what was credited',
  (name) => {
    expect(run(name).sums.net).toBe(20_000 + 2_000 - 5_000)
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
