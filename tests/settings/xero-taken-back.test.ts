import { afterEach, beforeEach, expect, test } from 'bun:test'
import { setSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'
import { XERO_TENANT } from '#server/xero/queue.ts'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import {
  approveBill,
  cancelBill,
  connectXero,
  postForm,
  startXeroShop,
  type XeroShop,
  xeroMapping,
} from './xero-support.ts'

let shop: XeroShop
let supplier: string
beforeEach(async () => {
  shop = await startXeroShop()
  supplier = (await expectOk(shop.admin().post('/api/suppliers', { name: 'Steel City' }))).id
})
afterEach(() => shop.stop())

const bill = (number: string, rate: number, kind?: string) =>
  approveBill(shop, { supplier, number, rate, kind })
const cancel = (id: string) => cancelBill(shop, id)
const states = () => ({
  bills: Object.fromEntries(shop.books().Invoices.map((one) => [one.InvoiceNumber, one.Status])),
  credits: Object.fromEntries(shop.books().CreditNotes.map((one) => [one.CreditNoteNumber, one.Status])),
  payments: Object.fromEntries(shop.books().Payments.map((one) => [one.Amount, one.Status])),
})
const here = () => shop.listSent()
const page = (path: string) => shop.page(path)
const clear = () => postForm(shop, '/xero/clear')
const choose = (tenantid: string) => shop.choose(tenantid)
async function connectAgain() {
  if (!shop.xero.state.tenants.includes(shop.tenant)) shop.xero.state.tenants.push(shop.tenant)
  await connectXero(shop.office.server, shop.tenant.tenantId)
}

async function sendEach() {
  const cancelled = await bill('CB-1', 500)
  const credit = await bill('CC-1', 20, 'creditnote')
  const paid = await bill('PB-1', 80)
  const split = await bill('PB-2', 90)
  const used = await bill('CC-2', 30, 'creditnote')
  const invoice = await issueInvoice(shop.office, 100)
  const credited = await issueInvoice(shop.office, 200)
  await shop.drain()
  const pay = (id: string, amount: number) =>
    expectOk(
      shop.admin().post(`/api/invoices/${id}/payments`, { amount, method: 'transfer', date: '2026-11-30' }),
    )
  const [payment] = (await pay(invoice.id, 40)).payments
  await pay(credited.id, 230)
  const parts = (...of: [string, number][]) => ({
    supplier,
    parts: of.map(([invoiceid, amount]) => ({ invoiceid, amount })),
  })
  const one = await expectOk(shop.admin().post('/api/supplierpayments', parts([paid.id, 80])))
  const two = await expectOk(
    shop.admin().post('/api/supplierpayments', parts([split.id, 90], [used.id, -30])),
  )
  await shop.drain()
  expect(states().payments).toEqual({
    40: 'AUTHORISED',
    230: 'AUTHORISED',
    80: 'AUTHORISED',
    60: 'AUTHORISED',
  })
  return {
    ...{ cancelled, credit, invoice, credited },
    async takeBack() {
      await cancel(cancelled.id)
      await cancel(credit.id)
      await expectOk(shop.admin().post(`/api/payments/${payment.id}/reverse`, { reason: 'Bounced' }))
      for (const { id } of [one, two])
        await expectOk(shop.admin().post(`/api/supplierpayments/${id}/reverse`, { reason: 'Bounced' }))
      await expectOk(shop.admin().post(`/api/invoices/${credited.id}/credit`, { reason: 'cancelled' }))
    },
  }
}

async function expectTakenBack(credited: Rec) {
  expect(states()).toMatchObject({
    bills: { 'CB-1': 'VOIDED', 'PB-1': 'AUTHORISED', 'PB-2': 'AUTHORISED', [credited.number]: 'PAID' },
    credits: { 'CC-1': 'VOIDED', 'CC-2': 'AUTHORISED' },
    payments: { 40: 'DELETED', 230: 'DELETED', 80: 'DELETED', 60: 'DELETED' },
  })
  const [note] = shop.books().CreditNotes.filter(({ Type }) => Type === 'ACCRECCREDIT') as [Rec]
  expect(note).toMatchObject({ Total: 230, RemainingCredit: 0 })
  expect(shop.sent('Invoices', 'PB-2')).toMatchObject([{ AmountDue: 90 }])
  expect((await here()).filter(({ state }) => state === 'waiting' || state === 'refused')).toEqual([])
  expect((await shop.check())?.message).toBe('Nothing that was sent has changed in Xero')
}

test('what is taken back while the account is cleared is taken back there once it is connected again', async () => {
  const { cancelled, invoice, credited, takeBack } = await sendEach()
  await clear()
  await takeBack()
  const said = 'It still stands in Northwind (Pty) Ltd as it was before'
  expect(await page(`/supplierinvoices/${cancelled.id}`)).toContain(said)
  expect(await page(`/invoices/${invoice.id}`)).toContain(said)
  expect(await page('/xero')).toContain('still stand in Northwind (Pty) Ltd as before')
  await connectAgain()
  await clear()
  await connectAgain()
  await shop.drain()
  await expectTakenBack(credited)
  expect(await page(`/supplierinvoices/${cancelled.id}`)).not.toContain(said)
})

test('what is taken back while another organisation is chosen waits for its own, and is no entry of the other', async () => {
  const { cancelled, credited, takeBack } = await sendEach()
  const second = shop.xero.addTenant('Second Books')
  await choose(second.tenantId)
  await expectOk(shop.admin().patch('/api/configuration/xero', xeroMapping(shop.xero.books(second.tenantId))))
  await takeBack()
  await shop.drain()
  expect((await here()).filter(({ billid }) => billid)).toEqual([])
  expect(states().bills['CB-1']).toBe('AUTHORISED')
  expect(await page(`/supplierinvoices/${cancelled.id}`)).toContain('It still stands in Northwind (Pty) Ltd')
  // In turn, while something waits for the first.
  await choose(shop.tenant.tenantId)
  await choose(second.tenantId)
  await choose(shop.tenant.tenantId)
  await expectOk(shop.map())
  await shop.drain()
  await expectTakenBack(credited)
})

test('what an earlier version forgot to take back is found by the check, which says so', async () => {
  const { credited, takeBack } = await sendEach()
  const { server } = shop.office
  const change = (run: (db: TenantDb) => unknown) =>
    server.services.tenants.write(server.accountid, { userid: null, name: 'Test' }, ({ db }) => {
      run(db)
    })
  await change((db) => setSetting(db, XERO_TENANT, null))
  await takeBack()
  await change((db) => {
    db.run("DELETE FROM xero_outbox WHERE kind IN ('creditnote', 'allocation')")
    db.run("UPDATE xero_outbox SET state = 'sent' WHERE state = 'waiting'")
    setSetting(db, XERO_TENANT, shop.tenant.tenantId)
  })
  expect(await shop.check()).toMatchObject({
    message: '8 documents and payments that were taken back here are taken back there next',
  })
  await shop.drain()
  await expectTakenBack(credited)
})

test('an invoice that waits while the account is cleared goes with the credit note of meanwhile', async () => {
  const { id, number } = await issueInvoice(shop.office, 100)
  await clear()
  await expectOk(shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'cancelled' }))
  await connectAgain()
  await shop.drain()
  expect(shop.sent('Invoices', number)).toMatchObject([{ Status: 'PAID', AmountCredited: 115 }])
  expect(shop.books().CreditNotes).toMatchObject([{ Total: 115, RemainingCredit: 0 }])
})

test('what Xero did not void says so while another organisation is chosen, and is done when it comes back', async () => {
  const { id } = await bill('CB-2', 50)
  await shop.drain()
  const [there] = shop.sent('Invoices', 'CB-2') as [Rec]
  Object.assign(there, { AmountPaid: 20, AmountDue: 30 })
  await cancel(id)
  await shop.drain()
  await choose(shop.xero.addTenant('Second Books').tenantId)
  const shown = await page(`/supplierinvoices/${id}`)
  expect(shown).toContain('In Northwind (Pty) Ltd: It was cancelled here, but still stands in Xero')
  // Nothing can be sent to an organisation that is not chosen.
  expect(shown).not.toContain('/send"')
  await choose(shop.tenant.tenantId)
  expect(await page(`/supplierinvoices/${id}`)).toContain('Void again')
})

test('what is taken back while Xero lets Joblane in no more goes once it is connected again', async () => {
  const { credited, takeBack } = await sendEach()
  shop.xero.state.tenants.splice(0, 1)
  await takeBack()
  await shop.drain()
  expect(states().bills['CB-1']).toBe('AUTHORISED')
  await connectAgain()
  await shop.drain()
  await expectTakenBack(credited)
})
