import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  issueInvoice,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { approveBill, browserOf, connectXero, flashOf, loseAnswer, xeroMapping } from './xero-support.ts'

const HOUR = 3_600_000
let server: TestServer
let xero: FakeXero
let office: InvoiceFixtures
let tenant: ReturnType<FakeXero['addTenant']>
let ahead = 0
/** Issued before the account was connected. */
let before: Rec
const now = () => Date.now() + ahead

beforeAll(async () => {
  xero = await startXero(now)
  server = await startTestServer(() => new Date(now()), xero.flags)
  tenant = xero.addTenant('Northwind (Pty) Ltd')
  office = await createInvoiceFixtures(server)
  before = await issueInvoice(office, 70)
  await connectXero(server, tenant.tenantId)
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
const puts = (path: string) => xero.state.calls.filter((one) => one.method === 'PUT' && one.path === path)
const entries = async () => (await admin().get('/api/xero/documents?take=500')).body.data as Rec[]
const entry = async (number: string, kind = 'invoice') =>
  (await entries()).find((one) => one.number === number && one.kind === kind) as Rec
/** Until nothing is due: what comes later waits for what comes first. */
async function drain() {
  for (let n = 0; n < 8; n++) await run()
}
const dialog = async (path: string) =>
  (await fetch(server.url + path, { headers: { cookie: admin().cookie } })).text()

const saveMapping = (more: Rec = {}) =>
  admin().patch('/api/configuration/xero', { ...xeroMapping(books()), ...more })

test('before the mapping is saved documents wait, and nothing is shown as sent', async () => {
  const { number, id } = await issueInvoice(office, 100)
  await drain()
  expect(puts('/Invoices')).toEqual([])
  expect(await entry(number)).toMatchObject({ state: 'waiting', kind: 'invoice' })
  expect(await dialog(`/invoices/${id}`)).toContain('Waiting')
  const page = await dialog('/xero/mapping')
  // Proposed: the account and rates that fit.
  expect(page).toMatch(/<option value="200" selected=""/)
  expect(page).toMatch(/<option value="OUTPUT3" selected=""/)
  const wrong = await saveMapping({ sales: '999' })
  expect([wrong.status, wrong.body.fields]).toEqual([
    400,
    { sales: expect.stringContaining('no such account') },
  ])
  expect((await saveMapping({ sales: '' })).body.fields).toEqual({ sales: expect.any(String) })
  await expectOk(saveMapping())
  await drain()
  ahead += HOUR
  await drain()
  expect(sent('Invoices', number)).toHaveLength(1)
  // What was issued before goes only when asked.
  expect(sent('Invoices', before.number)).toEqual([])
})

describe('an invoice', () => {
  test('goes once, with the amounts and VAT of its lines as they stand, and a key', async () => {
    const jobid = await completeJob(office, [
      { linerate: 25.06 },
      { linerate: 25.61 },
      { linerate: 25.63 },
      { linerate: 0.333, estimated: 7, consumed: 7, discount: 10 },
    ])
    const { id } = await readDraft(office, jobid)
    const invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
    await drain()
    const [there] = sent('Invoices', invoice.number) as [Rec]
    expect(there).toMatchObject({
      Type: 'ACCREC',
      Status: 'AUTHORISED',
      LineAmountTypes: 'Exclusive',
      CurrencyCode: 'ZAR',
    })
    expect(there.LineItems.slice(0, 3).map((one: Rec) => one.TaxAmount)).toEqual([3.76, 3.84, 3.84])
    expect(there.Total).toBe(invoice.total)
    expect(there.LineItems.every((one: Rec) => one.ItemCode === undefined)).toBe(true)
    const call = puts('/Invoices').at(-1)
    expect(call?.key).toMatch(/^joblane-/)
    expect(call?.query).toContain('unitdp=4')
    expect(call?.query).toContain('summarizeErrors=false')
    expect(await entry(invoice.number)).toMatchObject({ state: 'sent', xeronumber: invoice.number })
    expect(await dialog(`/invoices/${id}`)).toContain(`as ${invoice.number}`)
    await drain()
    expect(sent('Invoices', invoice.number)).toHaveLength(1)
  })

  test('of a price that no four decimals come to is a line of its amount', async () => {
    const jobid = await completeJob(office, [
      { linerate: 1.0001, estimated: 123456.789, consumed: 123456.789 },
    ])
    const { id } = await readDraft(office, jobid)
    const invoice = await expectOk(admin().post(`/api/invoices/${id}/issue`))
    await drain()
    expect(sent('Invoices', invoice.number)[0]?.Total).toBe(invoice.total)
  })

  test('whose price is reduced is credited by the one amount, which says no quantity', async () => {
    const jobid = await completeJob(office, [
      { description: 'Gate', linerate: 100, estimated: 4, consumed: 4, unit: 'ea' },
    ])
    const { id } = await readDraft(office, jobid)
    await expectOk(admin().post(`/api/invoices/${id}/issue`))
    const lines = [{ line: 0, amount: 200 }]
    const note = await expectOk(admin().post(`/api/invoices/${id}/credit`, { reason: 'price', lines }))
    await drain()
    const [there] = sent('CreditNotes', note.number) as [Rec]
    expect(there).toMatchObject({ Type: 'ACCRECCREDIT', Total: 200 })
    // 200,00 × 15/115
    expect(there.LineItems).toMatchObject([
      { Description: 'Price reduction: Gate', Quantity: 1, UnitAmount: 173.91, TaxAmount: 26.09 },
    ])
  })

  test('whose item has a code of over thirty characters goes without that code', async () => {
    const code = 'C'.repeat(45)
    const { id: inventoryid } = await expectOk(
      admin().post('/api/inventory', { code, materialname: 'Long', keptinstock: false }),
    )
    books().Items.push({ Code: code.slice(0, 30), IsTrackedAsInventory: true })
    const jobid = await completeJob(office, [{ linerate: 10, inventoryid }])
    const { id } = await readDraft(office, jobid)
    const { number } = await expectOk(admin().post(`/api/invoices/${id}/issue`))
    await drain()
    expect((await entry(number)).state).toBe('sent')
  })

  test('of which no answer came is looked for before it is sent again', async () => {
    loseAnswer(xero, 'Invoices')
    const { number } = await issueInvoice(office, 31)
    await run()
    expect(await entry(number)).toMatchObject({ state: 'waiting', reason: 'Xero could not be reached.' })
    ahead += HOUR
    await drain()
    expect(sent('Invoices', number)).toHaveLength(1)
    expect(await entry(number)).toMatchObject({ state: 'sent' })
  })

  test('that Xero refuses says why beside the document, and goes once it is mended', async () => {
    const rates = books().TaxRates
    const at = rates.findIndex(({ TaxType }) => TaxType === 'OUTPUT3')
    const [rate] = rates.splice(at, 1)
    const { number, id } = await issueInvoice(office, 32)
    await drain()
    const refused = await entry(number)
    expect(refused).toMatchObject({ state: 'refused', reason: expect.stringContaining('OUTPUT3') })
    const shown = await dialog(`/invoices/${id}`)
    expect(shown).toContain('Refused')
    expect(shown).toContain('Send again')
    rates.push(rate as Rec)
    await expectOk(admin().post(`/api/xero/documents/${refused.id}/send`))
    await drain()
    expect(await entry(number)).toMatchObject({ state: 'sent', reason: '' })
    expect((await admin().post(`/api/xero/documents/${refused.id}/send`)).status).toBe(409)
    expect((await server.other.post(`/api/xero/documents/${refused.id}/send`)).status).toBe(404)
  })

  test('whose total Xero makes another is flagged', async () => {
    xero.state.nextCalls.push(() =>
      Response.json({ Invoices: [{ InvoiceID: crypto.randomUUID(), Total: 37.96 }] }),
    )
    const { number } = await issueInvoice(office, 33)
    await drain()
    expect(await entry(number)).toMatchObject({
      state: 'diverged',
      reason: expect.stringContaining('Its total in Xero is'),
    })
  })

  test('that was voided or deleted there is marked', async () => {
    const { number } = await issueInvoice(office, 34)
    await drain()
    const [there] = sent('Invoices', number) as [Rec]
    Object.assign(there, { Status: 'VOIDED', UpdatedDateUTC: new Date(now()).toISOString() })
    const headers = { origin: server.services.url }
    const checked = await browserOf(server, admin()).request(`${server.services.url}/xero/check`, {
      method: 'POST',
      headers,
    })
    expect(flashOf(checked)?.message).toContain('1 document was changed in Xero')
    expect(await entry(number)).toMatchObject({ state: 'diverged', reason: 'It was voided in Xero.' })
  })
})

describe('a contact', () => {
  test('is made once, and every document goes to it by its id', async () => {
    const made = books().Contacts.length
    await issueInvoice(office, 40)
    await drain()
    expect(books().Contacts.length).toBe(made)
    // A call is refused, and made again, where the clock of this test leaps over its token's end.
    expect(puts('/Contacts').filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('whose making was never told is known again by its number', async () => {
    const { id: lost } = await expectOk(admin().post('/api/clients', { name: 'Answer lost Ltd' }))
    // Asked for before the invoice is issued: the outbox begins by itself.
    loseAnswer(xero, 'Contacts')
    const first = await issueInvoice(office, 42, undefined, { client: lost })
    await run()
    expect(await entry(first.number)).toMatchObject({ state: 'waiting' })
    ahead += HOUR
    await drain()
    expect(await entry(first.number)).toMatchObject({ state: 'sent', reason: '' })

    // As after `kill -9` between the answer and what is written of it; its name was changed there meanwhile.
    await server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, (tx) =>
      prepared(tx.db, 'DELETE FROM xero_contacts WHERE recordid = ?').run([lost]),
    )
    const made = books().Contacts.find(({ Name }) => Name === 'Answer lost Ltd') as Rec
    made.Name = 'Answer lost (Pty) Ltd'
    const { number } = await issueInvoice(office, 43, undefined, { client: lost })
    await drain()
    expect(await entry(number)).toMatchObject({ state: 'sent', reason: '' })
    expect(sent('Invoices', number)[0]?.Contact).toEqual({ ContactID: made.ContactID })
    expect(books().Contacts.filter(({ ContactNumber }) => ContactNumber === `joblane-${lost}`)).toEqual([
      made,
    ])
  })

  test('of the same name is linked once a person says that it is the same', async () => {
    const { id: client } = await expectOk(admin().post('/api/clients', { name: 'Namesake Ltd' }))
    const there = {
      ContactID: crypto.randomUUID(),
      Name: 'NAMESAKE LTD',
      ContactStatus: 'ACTIVE',
      EmailAddress: 'a@b.test',
    }
    books().Contacts.push(there)
    const { number } = await issueInvoice(office, 41, undefined, { client })
    await drain()
    const refused = await entry(number)
    expect(refused).toMatchObject({ state: 'refused', code: 'namesake' })
    expect(sent('Invoices', number)).toEqual([])
    const asked = await dialog(`/xero/contacts/${refused.id}`)
    expect(asked).toContain('NAMESAKE LTD')
    expect(asked).toContain('a@b.test')
    const other = await admin().post(`/api/xero/documents/${refused.id}/contact`, {
      contactid: crypto.randomUUID(),
    })
    expect(other.status).toBe(400)
    await expectOk(admin().post(`/api/xero/documents/${refused.id}/contact`, { contactid: there.ContactID }))
    await drain()
    expect(sent('Invoices', number)[0]?.Contact).toEqual({ ContactID: there.ContactID })
  })
})

describe('what suppliers charge', () => {
  let supplier: string
  const bill = (number: string, lines: Rec[], kind?: string) =>
    approveBill({ admin, office }, { supplier, number, lines, kind })
  beforeAll(async () => {
    supplier = (
      await expectOk(admin().post('/api/suppliers', { name: 'Timber City', vatnumber: '4987654321' }))
    ).id
  })

  test('goes as a bill once it is approved; VAT that nobody claims is part of the cost', async () => {
    const lines = [
      { description: 'Boards', quantity: 3, rate: 10.5 },
      { description: 'Lunch', quantity: 1, rate: 100, inputtax: 'none' },
      { description: 'Saw', quantity: 1, rate: 1000, inputtax: 'capital' },
    ]
    const { id, total } = await bill('TC-1', lines)
    await drain()
    const [there] = sent('Invoices', 'TC-1') as [Rec]
    expect(there).toMatchObject({ Type: 'ACCPAY', Total: total })
    expect(
      there.LineItems.map((one: Rec) => [one.LineAmount, one.TaxAmount, one.TaxType, one.AccountCode]),
    ).toEqual([
      [31.5, 4.73, 'INPUT3', '310'],
      [115, 0, 'NONE', '310'],
      [1000, 150, 'CAPEXINPUT2', '310'],
    ])
    expect(await dialog(`/supplierinvoices/${id}`)).toContain('as TC-1')
  })

  test('that is cancelled here is voided there; its credit goes as a credit note', async () => {
    const { id } = await bill('TC-2', [{ description: 'Glue', quantity: 1, rate: 10 }])
    await drain()
    await expectOk(admin().patch(`/api/supplierinvoices/${id}`, { status: 'cancelled', reason: 'Twice' }))
    await drain()
    expect(sent('Invoices', 'TC-2')[0]?.Status).toBe('VOIDED')
    expect(await entry('TC-2', 'bill')).toMatchObject({ state: 'withdrawn' })
    await bill('TC-3', [{ description: 'Back', quantity: 1, rate: 10 }], 'creditnote')
    await drain()
    expect(sent('CreditNotes', 'TC-3')[0]).toMatchObject({ Type: 'ACCPAYCREDIT', Total: 11.5 })
  })
})

test('what was issued before goes when it is asked for, with its payments', async () => {
  await expectOk(admin().post(`/api/invoices/${before.id}/payments`, { amount: 10 }))
  await drain()
  expect(await entry(before.number, 'payment')).toBeUndefined()
  const { documents } = await expectOk(admin().post('/api/xero/documents/earlier', { start: '2020-01-01' }))
  expect(documents).toBe(1)
  await drain()
  expect(sent('Invoices', before.number)[0]).toMatchObject({ AmountPaid: 10 })
  expect(
    (await expectOk(admin().post('/api/xero/documents/earlier', { start: '2020-01-01' }))).documents,
  ).toBe(0)
})

test('a connection that has ended holds documents back; they go once somebody connects again', async () => {
  const [mine] = xero.state.tenants.splice(0, 1)
  const { number } = await issueInvoice(office, 50)
  await drain()
  expect(await entry(number)).toMatchObject({ state: 'waiting' })
  const page = await dialog('/xero')
  expect(page).toContain('Reconnect Xero')
  xero.state.tenants.unshift(mine as (typeof xero.state.tenants)[number])
  await connectXero(server, tenant.tenantId)
  ahead += HOUR
  await drain()
  expect(await entry(number)).toMatchObject({ state: 'sent' })
})

test('an issue that is refused queues nothing', async () => {
  const count = () =>
    server.services.tenants.read(
      server.accountid,
      (db) => prepared<{ n: number }>(db, 'SELECT count(*) AS n FROM xero_outbox').get()?.n,
    )
  const had = count()
  const jobid = await completeJob(office, [{ linerate: 10 }], { client: null })
  const { id } = await readDraft(office, jobid)
  const refused = await admin().post(`/api/invoices/${id}/issue`, { version: 99 })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(count()).toBe(had)
})
