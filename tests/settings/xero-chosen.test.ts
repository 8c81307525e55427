import { afterEach, beforeEach, expect, test } from 'bun:test'
import { HOUR_MS } from '#server/instants.ts'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import {
  approveBill,
  cancelBill,
  connectXero,
  flashOf,
  holdCall,
  postForm,
  startXeroShop,
  type XeroShop,
  xeroMapping,
} from './xero-support.ts'

let shop: XeroShop
let supplier: string
let second: string
beforeEach(async () => {
  shop = await startXeroShop()
  supplier = (await expectOk(shop.admin().post('/api/suppliers', { name: 'Steel City' }))).id
  second = shop.xero.addTenant('Second Books').tenantId
})
afterEach(() => shop.stop())

const bill = (number: string, rate: number, kind?: string) =>
  approveBill(shop, { supplier, number, rate, kind })
const cancel = (id: string) => cancelBill(shop, id)
const here = () => shop.listSent()
const choose = (tenantid: string) => shop.choose(tenantid)
const mapSecond = () =>
  expectOk(shop.admin().patch('/api/configuration/xero', xeroMapping(shop.xero.books(second))))
const chooseFirst = async () => {
  await choose(shop.tenant.tenantId)
  await expectOk(shop.map())
}
const everything = (tenantid: string) => {
  const { Invoices, CreditNotes, Payments, Contacts } = shop.xero.books(tenantid)
  return [...Invoices, ...CreditNotes, ...Payments, ...Contacts]
}

test('a round ends once another organisation is chosen, and nothing of it goes there', async () => {
  await expectOk(shop.map({ sending: false }))
  for (const cents of [100, 200, 300]) await issueInvoice(shop.office, cents)
  for (const n of [1, 2]) await bill(`RB-${n}`, 50 * n)
  const held = holdCall(shop.xero, ({ method, url }) => method === 'PUT' && url.includes('/Invoices'))
  await expectOk(shop.map())
  const round = shop.run()
  await held.reached
  await choose(second)
  held.letGo()
  await round
  await shop.drain()
  expect(everything(second)).toEqual([])
  expect(shop.books().Invoices).toHaveLength(1)
  await mapSecond()
  await shop.drain()
  expect(everything(second)).toEqual([])
  await chooseFirst()
  await shop.drain()
  expect(shop.books().Invoices.map(({ Status }) => Status)).toEqual(Array(5).fill('AUTHORISED'))
  expect((await here()).map(({ state }) => state)).toEqual(Array(5).fill('sent'))
})

test('what is voided in a round is never refused because another organisation does not know it', async () => {
  const ids: string[] = []
  for (const n of [1, 2, 3]) ids.push((await bill(`V-${n}`, 50)).id)
  await shop.drain()
  await expectOk(shop.map({ sending: false }))
  for (const id of ids) await cancel(id)
  const held = holdCall(shop.xero, ({ method }) => method === 'POST')
  await expectOk(shop.map())
  const round = shop.run()
  await held.reached
  await choose(second)
  held.letGo()
  await round
  await chooseFirst()
  expect((await here()).filter(({ state }) => state === 'refused')).toEqual([])
  await shop.drain()
  expect(shop.books().Invoices.map(({ Status }) => Status)).toEqual(Array(3).fill('VOIDED'))
})

test('a list that is fetched while another organisation is chosen is no list', async () => {
  const held = holdCall(shop.xero, ({ url }) => url.includes('/Accounts'))
  const asked = postForm(shop, '/xero/names')
  await held.reached
  await choose(second)
  held.letGo()
  expect(flashOf(await asked)?.message).toBe(
    'Another organisation of Xero was chosen meanwhile. Please try again.',
  )
})

const credit = (id: string) =>
  expectOk(shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'cancelled' }))
const paySupplier = (parts: { invoiceid: string; amount: number }[]) =>
  expectOk(shop.admin().post('/api/supplierpayments', { supplier, parts }))

test('a credit note goes only where its invoice went, once that is chosen again', async () => {
  const { id, number } = await issueInvoice(shop.office, 100)
  await shop.drain()
  await choose(second)
  await mapSecond()
  await credit(id)
  await shop.drain()
  expect(everything(second)).toEqual([])
  await chooseFirst()
  await shop.drain()
  expect(shop.sent('Invoices', number)).toMatchObject([{ Status: 'PAID', AmountCredited: 115 }])
  expect(shop.books().CreditNotes).toMatchObject([{ RemainingCredit: 0 }])
})

test('the credit note of an invoice that never went goes only with it, when it is asked for', async () => {
  await postForm(shop, '/xero/clear')
  const { id, number } = await issueInvoice(shop.office, 100)
  shop.xero.state.tenants.push(shop.tenant)
  await connectXero(shop.office.server, shop.tenant.tenantId)
  await credit(id)
  await shop.drain()
  expect(everything(shop.tenant.tenantId)).toEqual([])
  await expectOk(shop.admin().post('/api/xero/documents/earlier', { start: '2026-01-01' }))
  await shop.drain()
  expect(shop.sent('Invoices', number)).toMatchObject([{ Status: 'PAID', AmountCredited: 115 }])
})

test('a credit of a supplier that stands in one organisation is put to no bill of another', async () => {
  const used = await bill('CC-1', 30, 'creditnote')
  await shop.drain()
  await choose(second)
  await mapSecond()
  const paid = await bill('PB-1', 90)
  await paySupplier([
    { invoiceid: paid.id, amount: 90 },
    { invoiceid: used.id, amount: -30 },
  ])
  await shop.drain()
  expect((await here()).map(({ kind, state }) => [kind, state])).toEqual([
    ['billpayment', 'sent'],
    ['bill', 'sent'],
  ])
})

const page = (path: string) => shop.page(path)

test('what was taken back says that it stands there still while sending is off, or the mapping is not saved', async () => {
  const { id } = await bill('OFF-1', 50)
  await shop.drain()
  await expectOk(shop.map({ sending: false }))
  await cancel(id)
  await shop.drain()
  const said = 'It still stands in Xero as OFF-1, and is taken back there once sending is switched on'
  const expectSaid = async () => {
    expect(await page(`/supplierinvoices/${id}`)).toContain(said)
    const overview = await page('/xero')
    expect(overview).toContain(
      'still stands in Northwind (Pty) Ltd as before. That is put right once sending',
    )
    expect(overview).toContain('Documents that go to Xero')
    expect(await shop.check()).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('is taken back there once sending is switched on in the mapping'),
    })
  }
  await expectSaid()
  await choose(second)
  await mapSecond()
  await choose(shop.tenant.tenantId)
  await expectSaid()
  await expectOk(shop.map())
  await shop.drain()
  expect(shop.sent('Invoices', 'OFF-1')).toMatchObject([{ Status: 'VOIDED' }])
  expect(await page(`/supplierinvoices/${id}`)).not.toContain('still stands')
  expect(await page('/xero')).not.toContain('still stands')
})

test('what was taken back says that it stands there still while Xero lets Joblane in no more', async () => {
  const { id } = await bill('REV-1', 50)
  await shop.drain()
  shop.xero.state.tenants.splice(shop.xero.state.tenants.indexOf(shop.tenant), 1)
  for (const grant of shop.xero.state.refreshes.values()) grant.revoked = true
  shop.xero.expireAccess()
  await cancel(id)
  await shop.drain()
  expect(await page(`/supplierinvoices/${id}`)).toContain(
    'It still stands in Xero as REV-1, and is taken back there once Northwind (Pty) Ltd is connected again.',
  )
  expect(await page('/xero')).toContain('still stands in Northwind (Pty) Ltd as before')
})

test('a bill that Xero refused to void is counted while another organisation is chosen, and while none is', async () => {
  const { id } = await bill('REF-1', 50)
  await shop.drain()
  const [there] = shop.sent('Invoices', 'REF-1') as [Rec]
  Object.assign(there, { AmountPaid: 20, AmountDue: 30 })
  await cancel(id)
  await shop.drain()
  const said =
    '1 document or payment that was credited, cancelled, taken back or changed here still stands in Northwind'
  expect(await page('/xero')).not.toContain(said)
  await choose(second)
  expect(await page('/xero')).toContain(said)
  await postForm(shop, '/xero/clear')
  const cleared = await page('/xero')
  expect(cleared).toContain(said)
  expect(cleared).toContain('Xero refused to take 1 of them back')
})

test('a payment that was refused because its bill was a draft goes once the check sees it approved', async () => {
  await bill('D-0', 10)
  await shop.drain()
  const [like] = shop.books().Invoices as [Rec]
  const there: Rec = { ...like, InvoiceID: crypto.randomUUID(), InvoiceNumber: 'D-1', Status: 'DRAFT' }
  shop.books().Invoices.push(there)
  const { id } = await bill('D-1', 10)
  await shop.drain()
  await paySupplier([{ invoiceid: id, amount: 10 }])
  await shop.drain()
  expect(await shop.entry('D-1', 'billpayment')).toMatchObject({ state: 'refused' })
  await shop.check()
  await shop.drain()
  expect(await shop.entry('D-1', 'billpayment')).toMatchObject({ state: 'refused' })
  Object.assign(there, {
    Status: 'AUTHORISED',
    UpdatedDateUTC: new Date(shop.xero.state.now()).toISOString(),
  })
  await shop.check()
  await shop.drain()
  expect(await shop.entry('D-1', 'billpayment')).toMatchObject({ state: 'sent', reason: '' })
})

test.each(['second', 'none'])(
  'what changed there while %s was chosen is found by the hourly check once it is chosen again',
  async (other) => {
    const { id } = await bill('HR-1', 80)
    await shop.drain()
    if (other === 'second') await choose(second)
    else await postForm(shop, '/xero/clear')
    shop.later(6 * HOUR_MS)
    const [there] = shop.sent('Invoices', 'HR-1') as [Rec]
    const UpdatedDateUTC = new Date(shop.xero.state.now()).toISOString()
    Object.assign(there, { Total: 90, AmountDue: 90, UpdatedDateUTC })
    shop.later(6 * HOUR_MS)
    if (other === 'second') await choose(shop.tenant.tenantId)
    else {
      shop.xero.state.tenants.push(shop.tenant)
      await connectXero(shop.office.server, shop.tenant.tenantId)
    }
    await expectOk(shop.map())
    await shop.office.server.services.background.run('xerochanges')
    expect((await here()).find(({ billid }) => billid === id)).toMatchObject({ state: 'diverged' })
  },
)
