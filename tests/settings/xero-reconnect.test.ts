import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { answerPut, browserOf, connectXero, flashOf, xeroMapping } from './xero-support.ts'

const HOUR = 3_600_000
let server: TestServer
let xero: FakeXero
let office: InvoiceFixtures
let tenant: ReturnType<FakeXero['addTenant']>
let ahead = 0
const now = () => Date.now() + ahead

beforeAll(async () => {
  xero = await startXero(now)
  server = await startTestServer(() => new Date(now()), xero.flags)
  tenant = xero.addTenant('Northwind (Pty) Ltd')
  office = await createInvoiceFixtures(server)
  await connectXero(server, tenant.tenantId)
  await expectOk(admin().patch('/api/configuration/xero', xeroMapping(books())))
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})
afterEach(() => {
  xero.state.nextCalls.length = 0
  // The limits of a minute are tested elsewhere.
  ahead += 2 * 60_000
})

const admin = () => server.people.admin
const books = () => xero.books(tenant.tenantId)
const run = () => server.services.background.run('xero')
const sent = (list: 'Invoices' | 'CreditNotes', number: string) =>
  books()[list].filter((one) => (one.InvoiceNumber ?? one.CreditNoteNumber) === number)
const entries = async () => (await admin().get('/api/xero/documents?take=500')).body.data as Rec[]
const entry = async (number: string, kind = 'invoice') =>
  (await entries()).find((one) => one.number === number && one.kind === kind) as Rec
/** Until nothing is due: what comes later waits for what comes first. */
async function drain() {
  for (let n = 0; n < 8; n++) await run()
}
const dialog = async (path: string) =>
  (await fetch(server.url + path, { headers: { cookie: admin().cookie } })).text()

test('documents wait between connecting again and choosing the organisation, and go once it is chosen', async () => {
  const mine = xero.state.tenants.shift() as (typeof xero.state.tenants)[number]
  const others = xero.addTenant('Second Co')
  const { browser, answer } = await connectXero(server, '0'.repeat(8) + mine.tenantId.slice(8))
  expect(await answer.text()).toContain(`Documents wait for ${mine.tenantName}`)
  const { id, number } = await issueInvoice(office, 53)
  await expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: 20 }))
  await expectOk(admin().post(`/api/invoices/${id}/credit`, { reason: 'returned' }))
  await drain()
  for (const kind of ['invoice', 'payment', 'allocation'])
    expect(await entry(number, kind)).toMatchObject({ state: 'waiting' })
  const page = await dialog('/xero')
  for (const text of [`Documents wait for ${mine.tenantName}`, number]) expect(page).toContain(text)
  const { headers } = await browser.request(`${server.url}/xero/mapping`)
  expect(headers.get('location')).toBe('/xero/tenants')

  // Another organisation gets nothing of it by itself.
  await connectXero(server, others.tenantId)
  ahead += HOUR
  await drain()
  expect(xero.books(others.tenantId).Invoices).toEqual([])
  xero.state.tenants.splice(xero.state.tenants.indexOf(others), 1, { ...mine, id: crypto.randomUUID() })
  await connectXero(server, mine.tenantId)
  ahead += HOUR
  await drain()
  expect(await entry(number)).toMatchObject({ state: 'sent' })
  expect(sent('Invoices', number)).toHaveLength(1)
})

test('what whoever connected may not do there is refused in words, and goes once somebody connects who may', async () => {
  answerPut(xero, 'Invoices', () => Response.json({ Title: 'Forbidden', Status: 403 }, { status: 403 }))
  const { number } = await issueInvoice(office, 55)
  await drain()
  expect(await entry(number)).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('Connect again as somebody who may'),
  })
  await connectXero(server, tenant.tenantId)
  await drain()
  expect(await entry(number)).toMatchObject({ state: 'sent', reason: '' })
})

test('a connection made anew by what Xero calls another one is the one that Clear ends', async () => {
  const [mine] = xero.state.tenants
  Object.assign(mine as object, { id: crypto.randomUUID() })
  await browserOf(server, admin()).follow(`${server.url}/xero/connect`)
  const headers = { origin: server.url }
  await browserOf(server, admin()).request(`${server.url}/xero/clear`, { method: 'POST', headers })
  expect(xero.state.tenants).toEqual([])
  const { number } = await issueInvoice(office, 54)
  xero.state.tenants.push(mine as (typeof xero.state.tenants)[number])
  await connectXero(server, tenant.tenantId)
  await drain()
  // Cleared on purpose: what was issued meanwhile goes only when asked.
  expect(sent('Invoices', number)).toEqual([])
})

test('another organisation that is chosen says what becomes of the one before', async () => {
  const second = xero.addTenant('Third Co')
  const { browser } = await connectXero(server, tenant.tenantId)
  const choose = async (id: string) =>
    flashOf(
      await browser.request(`${server.services.url}/xero/tenants/${id}`, {
        method: 'POST',
        headers: { origin: server.services.url },
      }),
    )
  answerPut(xero, 'Invoices', () => new Response('', { status: 503 }))
  const { number } = await issueInvoice(office, 57)
  await drain()
  expect(await entry(number)).toMatchObject({ state: 'waiting' })
  const stays = (name: string) =>
    `Account selected. Joblane stays among the connected apps of ${name} in Xero; take it off there where it is wanted no more.`
  const { tenantName } = tenant
  expect(await choose(second.tenantId)).toEqual({
    ...{ level: 'success', ms: 15_000 },
    message: `${stays(tenantName)} 1 document waits for ${tenantName} until it is chosen again.`,
  })
  expect((await choose(tenant.tenantId))?.message).toBe(stays('Third Co'))
  expect(await choose(tenant.tenantId)).toEqual({ level: 'success', message: 'Account selected' })
  ahead += HOUR
  await drain()
  expect(await entry(number)).toMatchObject({ state: 'sent' })
})
