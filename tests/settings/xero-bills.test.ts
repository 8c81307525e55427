import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { connectXero, loseAnswer, xeroMapping } from './xero-support.ts'

const HOUR = 3_600_000
let server: TestServer
let xero: FakeXero
let office: InvoiceFixtures
let tenant: ReturnType<FakeXero['addTenant']>
let supplier: string
let ahead = 0
const now = () => Date.now() + ahead

const admin = () => server.people.admin
const books = () => xero.books(tenant.tenantId)

beforeAll(async () => {
  xero = await startXero(now)
  server = await startTestServer(() => new Date(now()), xero.flags)
  tenant = xero.addTenant('Northwind (Pty) Ltd')
  office = await createInvoiceFixtures(server)
  await connectXero(server, tenant.tenantId)
  // Looked at once an hour: it asks nothing of Xero while the tests answer in its place.
  await server.services.background.run('xerochanges')
  await expectOk(admin().patch('/api/configuration/xero', xeroMapping(books())))
  supplier = (await expectOk(admin().post('/api/suppliers', { name: 'Steel City' }))).id
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})

const run = () => server.services.background.run('xero')
const sent = (list: 'Invoices' | 'CreditNotes', number: string) =>
  books()[list].filter((one) => (one.InvoiceNumber ?? one.CreditNoteNumber) === number)
const entry = async (number: string, kind: string) =>
  ((await admin().get('/api/xero/documents?take=500')).body.data as Rec[]).find(
    (one) => one.number === number && one.kind === kind,
  ) as Rec
/** Until nothing is due: what comes later waits for what comes first. */
async function drain() {
  for (let n = 0; n < 8; n++) await run()
}

const bill = async (number: string, rate: number, kind = 'invoice') => {
  const lines = [{ description: 'Boards', quantity: 1, rate, inputtax: 'none', vatrate: 0 }]
  const body = { supplier, number, kind, lines, organisation: office.vendor }
  const { id } = await expectOk(admin().post('/api/supplierinvoices', body))
  return expectOk(admin().patch(`/api/supplierinvoices/${id}`, { status: 'approved' }))
}
const paySupplier = (parts: [invoice: Rec, amount: number][]) =>
  expectOk(
    admin().post('/api/supplierpayments', {
      supplier,
      parts: parts.map(([{ id }, amount]) => ({ invoiceid: id, amount })),
    }),
  )
const settled = (number: string) => {
  const [there] = sent('Invoices', number) as [Rec]
  return [there.AmountPaid, there.AmountCredited, there.AmountDue]
}
test('a credit that a payment takes off is put to its bills in their order, the money pays the rest', async () => {
  const [first, second] = [await bill('SC-1', 100), await bill('SC-2', 50)]
  const credit = await bill('SC-C1', 120, 'creditnote')
  await paySupplier([
    [first, 100],
    [second, 50],
    [credit, -120],
  ])
  await drain()
  expect([settled('SC-1'), settled('SC-2')]).toEqual([
    [0, 100, 0],
    [30, 20, 0],
  ])
  expect(sent('CreditNotes', 'SC-C1')[0]?.RemainingCredit).toBe(0)
  expect(await entry('SC-2', 'billallocation')).toMatchObject({ state: 'sent', amount: 20 })
  expect(await entry('SC-2', 'billpayment')).toMatchObject({ state: 'sent', amount: 30 })
  expect(await entry('SC-1', 'billpayment')).toBeUndefined()
})

test('taken back, it leaves the bills there, which can then be voided', async () => {
  const [invoice, credit] = [await bill('SC-3', 80), await bill('SC-C2', 30, 'creditnote')]
  const payment = await paySupplier([
    [invoice, 80],
    [credit, -30],
  ])
  await drain()
  expect(settled('SC-3')).toEqual([50, 30, 0])
  await expectOk(admin().post(`/api/supplierpayments/${payment.id}/reverse`, { reason: 'Bounced' }))
  await expectOk(
    admin().patch(`/api/supplierinvoices/${invoice.id}`, { status: 'cancelled', reason: 'Never came' }),
  )
  await drain()
  expect(settled('SC-3')).toEqual([0, 0, 80])
  expect(sent('Invoices', 'SC-3')[0]?.Status).toBe('VOIDED')
  expect((await entry('SC-3', 'billallocation')).state).toBe('withdrawn')
  expect((await entry('SC-3', 'billpayment')).state).toBe('withdrawn')
  expect(sent('CreditNotes', 'SC-C2')[0]?.RemainingCredit).toBe(30)
})

test('an answer that was lost is looked for: nothing is put to a bill twice', async () => {
  const [invoice, credit] = [await bill('SC-4', 80), await bill('SC-C3', 30, 'creditnote')]
  await drain()
  // Before it is paid: what waits goes by itself, too.
  for (const list of ['Payments', 'Allocations'] as const) loseAnswer(xero, list)
  await paySupplier([
    [invoice, 80],
    [credit, -30],
  ])
  for (let n = 0; n < 3; n++) {
    await run()
    ahead += HOUR
  }
  expect(xero.state.nextCalls).toEqual([])
  await drain()
  expect(settled('SC-4')).toEqual([50, 30, 0])
})
