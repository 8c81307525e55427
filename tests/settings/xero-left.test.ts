import { afterEach, beforeEach, expect, test } from 'bun:test'
import { heldXeroEntries } from '#db/queries/settings/xero-taken-back.ts'
import { queryPlan } from '#db/sqlite.ts'
import { DAY_MS } from '#server/instants.ts'
import { readXeroTenant } from '#server/xero/queue.ts'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
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
let second: string
beforeEach(async () => {
  shop = await startXeroShop()
  second = shop.xero.addTenant('Second Books').tenantId
})
afterEach(() => shop.stop())

const LEFT = 'Another organisation of Xero was chosen meanwhile. Please try again.'
const firstOf = () => shop.tenant.tenantId
const asksFor = (tenantid: string, list: string) => (request: Request) =>
  request.headers.get('xero-tenant-id') === tenantid && request.url.includes(`/${list}`)

test('an organisation that was left and lets Joblane in no more ends nothing of the one that is chosen', async () => {
  const held = holdCall(shop.xero, asksFor(firstOf(), 'Contacts'))
  const asked = postForm(shop, '/xero/lists/clients')
  await held.reached
  await shop.choose(second)
  shop.xero.state.tenants.splice(shop.xero.state.tenants.indexOf(shop.tenant), 1)
  held.letGo()
  expect(flashOf(await asked)?.message).toBe(LEFT)
  const shown = await shop.page('/xero')
  expect(shown).not.toContain('was disconnected from Joblane')
  expect(flashOf(await postForm(shop, '/xero/check'))?.level).toBe('success')
})

test('a list of which the last part comes after another organisation was chosen is no list', async () => {
  shop.books().Contacts.push({
    ...{ ContactID: crypto.randomUUID(), Name: 'Abel & Sons', ContactStatus: 'ACTIVE', IsCustomer: true },
  } as Rec)
  const held = holdCall(shop.xero, asksFor(firstOf(), 'Contacts'))
  const asked = postForm(shop, '/xero/lists/clients')
  await held.reached
  await shop.choose(second)
  held.letGo()
  const answer = await asked
  expect([answer.headers.get('location'), flashOf(answer)?.message]).toEqual(['/xero', LEFT])
})

test('one that is left while its names are fetched is not the one that documents go to', async () => {
  const held = holdCall(shop.xero, asksFor(second, 'Accounts'))
  const chosen = shop.choose(second)
  await held.reached
  await shop.choose(firstOf())
  held.letGo()
  expect(flashOf(await chosen)?.message).toBe(LEFT)
  const { server } = shop.office
  expect(server.services.tenants.read(server.accountid, readXeroTenant)).toBe(firstOf())
  expect(await shop.page('/xero')).not.toContain('Documents wait for another organisation')
  expect((await shop.map()).status).toBe(200)
})

const credit = (id: string) =>
  expectOk(shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'cancelled' }))
const clear = () => postForm(shop, '/xero/clear')
async function connectAgain() {
  if (!shop.xero.state.tenants.includes(shop.tenant)) shop.xero.state.tenants.push(shop.tenant)
  await connectXero(shop.office.server, firstOf())
  await expectOk(shop.map())
}
async function chooseSecond() {
  await shop.choose(second)
  await expectOk(shop.admin().patch('/api/configuration/xero', xeroMapping(shop.xero.books(second))))
}
async function cancelledBill(number: string) {
  const { id: supplier } = await expectOk(shop.admin().post('/api/suppliers', { name: 'Steel City' }))
  const { id } = await approveBill(shop, { supplier, number, rate: 50 })
  return { id, cancel: () => cancelBill(shop, id) }
}
const STANDS =
  '1 document or payment that was credited, cancelled, taken back or changed here still stands in Northwind (Pty) Ltd as before.'

test.each(['second', 'none'])(
  'an invoice that is credited while %s is chosen says that it stands open where it went',
  async (other) => {
    const { id, number } = await issueInvoice(shop.office, 100)
    await shop.drain()
    await (other === 'second' ? chooseSecond() : clear())
    const note = await credit(id)
    await shop.drain()
    const said =
      'The invoice still stands open in Northwind (Pty) Ltd; this is put to it there once Northwind (Pty) Ltd is connected again.'
    for (const document of [id, note.id]) expect(await shop.page(`/invoices/${document}`)).toContain(said)
    expect(await shop.page('/xero')).toContain(STANDS)
    await connectAgain()
    await shop.drain()
    expect(shop.sent('Invoices', number)).toMatchObject([{ Status: 'PAID', AmountCredited: 115 }])
    expect(shop.xero.books(second).CreditNotes).toEqual([])
    for (const document of [id, note.id]) expect(await shop.page(`/invoices/${document}`)).not.toContain(said)
    expect(await shop.page('/xero')).not.toContain('still stands')
  },
)

test('an invoice of which Xero refused the credit note says so while another organisation is chosen', async () => {
  const { id } = await issueInvoice(shop.office, 100)
  await shop.drain()
  const rates = shop.books().TaxRates.splice(0)
  await credit(id)
  await shop.drain()
  shop.books().TaxRates.push(...rates)
  expect(await shop.page('/xero')).not.toContain('still stands')
  expect((await shop.check())?.message).toBe('Nothing that was sent has changed in Xero')
  await chooseSecond()
  expect(await shop.page(`/invoices/${id}`)).toContain(
    'The invoice still stands open in Northwind (Pty) Ltd, where Xero refused the credit note.',
  )
  expect(await shop.page('/xero')).toContain(`${STANDS} Xero refused to take 1 of them back`)
})

test('what stands there still is counted by an index that has nothing else', () => {
  const { services, accountid } = shop.office.server
  const plan = services.tenants.read(accountid, (db) => queryPlan(db, heldXeroEntries.text())).join('\n')
  expect(plan).toContain('SCAN xero_outbox USING INDEX xero_outbox_held')
  expect(plan).toContain('SEARCH d USING')
  expect(plan).not.toMatch(/SCAN d\b/)
})

test('an invoice that never went stands open nowhere', async () => {
  await expectOk(shop.map({ sending: false }))
  const { id } = await issueInvoice(shop.office, 100)
  await clear()
  await credit(id)
  expect(await shop.page(`/invoices/${id}`)).not.toContain('stands open')
  expect(await shop.page('/xero')).not.toContain('still stands')
})

test('an invoice that is credited while sending is off says when the credit is put to it there', async () => {
  const { id } = await issueInvoice(shop.office, 100)
  await shop.drain()
  await expectOk(shop.map({ sending: false }))
  await credit(id)
  expect(await shop.page(`/invoices/${id}`)).toContain(
    'It is put to the invoice in Xero once sending is switched on in the mapping.',
  )
  expect(await shop.page('/xero')).toContain(STANDS)
})

test('Check says what stands in another organisation than the one that is chosen', async () => {
  const { cancel } = await cancelledBill('CH-1')
  await shop.drain()
  await chooseSecond()
  expect((await shop.check())?.level).toBe('success')
  await cancel()
  expect(await shop.check()).toMatchObject({
    level: 'warning',
    message: `Nothing that was sent has changed in Xero. ${STANDS} That is put right once Northwind (Pty) Ltd is connected again.`,
  })
})

test('Check says what stands there still when Xero lets Joblane in no more', async () => {
  const { cancel } = await cancelledBill('CH-2')
  await shop.drain()
  shop.xero.state.tenants.splice(shop.xero.state.tenants.indexOf(shop.tenant), 1)
  await cancel()
  expect(await shop.check()).toMatchObject({
    level: 'warning',
    message: `Code has expired. ${STANDS} That is put right once Northwind (Pty) Ltd is connected again.`,
  })
})

test('a credit note of an invoice from before the chosen day goes only once that day is earlier', async () => {
  await clear()
  const { id, number } = await issueInvoice(shop.office, 100)
  shop.later(3 * DAY_MS)
  const note = await credit(id)
  await connectAgain()
  const start = String(note.date)
  const sendFrom = (start: string) => expectOk(shop.admin().post('/api/xero/documents/earlier', { start }))
  expect(await sendFrom(start)).toEqual({ documents: 0, leftout: 1 })
  const { trigger } = await htmxRequest(shop.office.server, shop.admin(), 'POST', '/xero/earlier', { start })
  expect(JSON.stringify(trigger)).toContain('1 credit note stays out, because its invoice was issued before')
  await shop.drain()
  expect(shop.books().CreditNotes).toEqual([])
  expect(await sendFrom('2026-01-01')).toEqual({ documents: 2, leftout: 0 })
  await shop.drain()
  expect(shop.sent('Invoices', number)).toMatchObject([{ Status: 'PAID', AmountCredited: 115 }])
})
