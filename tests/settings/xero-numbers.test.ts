import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures, type InvoiceFixtures, issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { type FakeXero, startXero } from '#tests/support/xero/xero.ts'
import { answerPut, approveBill, connectXero, xeroMapping } from './xero-support.ts'

let server: TestServer
let xero: FakeXero
let office: InvoiceFixtures
let tenantid: string
beforeAll(async () => {
  xero = await startXero()
  server = await startTestServer(undefined, xero.flags)
  tenantid = xero.addTenant('Northwind (Pty) Ltd').tenantId
  office = await createInvoiceFixtures(server)
  await connectXero(server, tenantid)
  await expectOk(admin().patch('/api/configuration/xero', xeroMapping(books())))
})
afterAll(async () => {
  await server.stop()
  xero.stop()
})

const admin = () => server.people.admin
const books = () => xero.books(tenantid)
async function drain() {
  for (let n = 0; n < 8; n++) await server.services.background.run('xero')
}
async function entry(id: string, kind: string): Promise<Rec> {
  const entries = await expectOk(admin().get('/api/xero/documents?take=500'))
  return entries.find((one: Rec) => one.kind === kind && (one.invoiceid ?? one.billid) === id)
}
const shown = async (path: string) =>
  (await fetch(server.url + path, { headers: { cookie: admin().cookie } })).text()

const after = (number: string) =>
  number.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))

/** As one that was sent before the account was put back to a backup. */
function sentBefore(list: 'Invoices' | 'CreditNotes', number: string): Rec {
  const called = list === 'Invoices' ? 'InvoiceNumber' : 'CreditNoteNumber'
  const id = list === 'Invoices' ? 'InvoiceID' : 'CreditNoteID'
  const [like] = books()[list] as [Rec]
  const there: Rec = { ...like, [id]: crypto.randomUUID(), [called]: number, Total: 1 }
  books()[list].push(there)
  return there
}

async function credit() {
  const { id } = await issueInvoice(office, 40)
  await drain()
  return expectOk(admin().post(`/api/invoices/${id}/credit`, { reason: 'returned' }))
}

for (const { list, kind, noun, make } of [
  { list: 'Invoices', kind: 'invoice', noun: 'invoice', make: () => issueInvoice(office, 36) },
  { list: 'CreditNotes', kind: 'creditnote', noun: 'credit note', make: credit },
] as const)
  test(`a number that Xero has for another ${noun}: what it means, and what helps`, async () => {
    const { number: last } = await make()
    await drain()
    const number = after(last)
    const there = sentBefore(list, number)
    const stood = { ...there }
    const { id, number: taken } = await make()
    expect(taken).toBe(number)
    await drain()
    const refused = await entry(id, kind)
    expect(refused.state).toBe('refused')
    expect(refused.reason).toStartWith('Invoice # must be unique. ')
    const said = await shown(`/invoices/${id}`)
    expect(said).toContain(`Xero has another ${noun} numbered ${number}`)
    expect(said).toContain('put back to an earlier backup')
    expect(there).toEqual(stood)
    Object.assign(there, { InvoiceNumber: 'before', CreditNoteNumber: 'before' })
    await expectOk(admin().post(`/api/xero/documents/${refused.id}/send`))
    await drain()
    expect(await entry(id, kind)).toMatchObject({ state: 'sent', reason: '' })
  })

test('the number of a supplier’s invoice that Xero does not take is told so too', async () => {
  const { id: supplier } = await expectOk(admin().post('/api/suppliers', { name: 'Timber City' }))
  const bill = (number: string) => approveBill({ admin, office }, { supplier, number, rate: 10 })
  await bill('TC-1')
  await drain()
  const error = { Message: 'The number is already in use.' }
  answerPut(xero, 'Invoices', () => Response.json({ Invoices: [{ ValidationErrors: [error] }] }))
  const { id } = await bill('TC-2')
  await drain()
  const { state, reason } = await entry(id, 'bill')
  expect([state, reason]).toEqual([
    'refused',
    expect.stringContaining('Xero has another invoice numbered TC-2'),
  ])
})
