import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { joblane, removeTemporaryFolders, temporaryFolder } from '#tests/tasks/support.ts'
import {
  approveBill,
  browserOf,
  cancelBill,
  connectXero,
  startXeroShop,
  type XeroShop,
} from './xero-support.ts'

// Each stops the program, puts the account back, and starts it again.
setDefaultTimeout(60_000)

/** The clock of a test may come to another day. */
const DAY = '2026-01-05'

let shop: XeroShop
let supplier: string
// Of its own each: Xero's limits of a minute are for each organisation.
beforeEach(async () => {
  shop = await startXeroShop()
  supplier = (await expectOk(shop.admin().post('/api/suppliers', { name: 'Steel City' }))).id
})
afterEach(() => shop.stop())
afterAll(removeTemporaryFolders)

async function checkLater() {
  shop.later(6 * 3_600_000)
  await shop.office.server.services.background.run('xerochanges')
}

/** Does something that is sent, and puts the account back to before it: what was done is in Xero alone. */
async function forget(run: () => Promise<unknown>) {
  await shop.drain()
  const to = join(temporaryFolder(), 'copy')
  const data = join(shop.office.server.folder, 'data')
  const command = async (...args: string[]) =>
    expect(await joblane([...args, '--data', data])).toMatchObject({ status: 0 })
  await command('backup', '--to', to)
  await run()
  await shop.drain()
  // The platform's own file, which is not put back, says that Xero was asked after it.
  await checkLater()
  await shop.restart(() =>
    command('restore', '--from', to, '--account', shop.office.server.accountid, '--replace'),
  )
  shop.later(2 * 60_000)
}

const settled = (number: string) => {
  const [there] = shop.sent('Invoices', number) as [Rec]
  return [there.AmountPaid, there.AmountCredited, there.AmountDue]
}
const pay = (id: string, body: Rec) => expectOk(shop.admin().post(`/api/invoices/${id}/payments`, body))
const bill = (number: string, rate: number, kind?: string) =>
  approveBill(shop, { supplier, number, rate, kind })

test('a payment that is entered again is the one that is there', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 100)
  await forget(() => pay(id, { amount: 40, date: DAY, reference: 'EFT 1' }))
  const [
    {
      Payments: [{ PaymentID }],
    },
  ] = shop.sent('Invoices', number) as [Rec]
  // What is said there, nobody types the same again.
  await pay(id, { amount: 40, date: DAY })
  await shop.drain()
  expect(settled(number)).toEqual([40, 0, total - 40])
  expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'sent', xeroid: PaymentID })
  expect((await shop.check())?.message).toBe('Nothing that was sent has changed in Xero')
  await pay(id, { amount: 40, date: DAY })
  await shop.drain()
  expect(settled(number)).toEqual([80, 0, total - 80])
})

test('one that nobody enters again, or of another day, is found by Check', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 100)
  await forget(() => pay(id, { amount: 40, date: DAY }))
  await checkLater()
  expect(await shop.entry(number)).toMatchObject({ state: 'sent' })
  expect(await shop.check()).toEqual({
    level: 'warning',
    message: '1 document was changed in Xero: what differs is said beside it',
  })
  expect(await shop.entry(number)).toMatchObject({
    state: 'diverged',
    reason: expect.stringMatching(/^Xero has R\s40,00 put to it, and R\s0,00 was sent from here\./),
  })
  await pay(id, { amount: 40 })
  await shop.drain()
  await shop.check()
  expect(settled(number)).toEqual([80, 0, total - 80])
  expect((await shop.entry(number)).reason).toMatch(/^Xero has R\s80,00 put to it, and R\s40,00 was sent/)

  // The one of the right day is entered, and the other taken back: it is as it was sent.
  const [{ id: second }] = (await expectOk(shop.admin().get(`/api/invoices/${id}`))).payments
  await pay(id, { amount: 40, date: DAY })
  await expectOk(shop.admin().post(`/api/payments/${second}/reverse`, { reason: 'Twice' }))
  await shop.drain()
  expect(settled(number)).toEqual([40, 0, total - 40])
  await checkLater()
  expect(await shop.entry(number)).toMatchObject({ state: 'sent', reason: '' })
})

test('documents that only Xero has are named by Check, until each is issued again', async () => {
  const { id } = await issueInvoice(shop.office, 100)
  const credit = () => expectOk(shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'returned' }))
  await forget(async () => {
    await issueInvoice(shop.office, 40)
    await issueInvoice(shop.office, 60)
    await credit()
  })
  const [, second, third] = shop.books().Invoices.map(({ InvoiceNumber }) => InvoiceNumber)
  const note = shop.books().CreditNotes[0]?.CreditNoteNumber
  const said = await shop.check()
  expect(said?.level).toBe('warning')
  expect(said?.message).toStartWith(
    `Xero has ${note}, ${second} and ${third}, which this account does not know`,
  )
  const named = `Xero has ${note}, ${second} and ${third}, which this account does not know`
  expect(await shop.page('/xero')).toContain(named)
  // Another that was made there, of no series of this account.
  shop
    .books()
    .Invoices.push({ ...shop.books().Invoices[0], InvoiceID: crypto.randomUUID(), InvoiceNumber: 'X-9999' })
  expect((await issueInvoice(shop.office, 40)).number).toBe(second)
  await credit()
  await shop.drain()
  expect(await shop.page('/xero')).toContain(named)
  expect((await shop.check())?.message).toStartWith(`Xero has ${third}, which this account does not know`)
  const page = await shop.page('/xero')
  expect([page.includes(named), page.includes(`Xero has ${third}, which`)]).toEqual([false, true])
  await issueInvoice(shop.office, 60)
  await shop.drain()
  expect(shop.books().Invoices).toHaveLength(4)
  expect(await shop.check()).toEqual({
    level: 'success',
    message: 'Nothing that was sent has changed in Xero',
  })
})

test('what was entered in Xero alone differs until it is entered here', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 60)
  await shop.drain()
  const [there] = shop.sent('Invoices', number) as [Rec]
  const account = shop.books().Accounts.find(({ Code }) => Code === '090')?.AccountID
  const asked = await fetch(`${shop.xero.url}/api.xro/2.0/Payments`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${[...shop.xero.state.access.keys()].at(-1)}`,
      'xero-tenant-id': shop.tenant.tenantId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      Payments: [
        { Invoice: { InvoiceID: there.InvoiceID }, Account: { AccountID: account }, Date: DAY, Amount: 10 },
      ],
    }),
  })
  expect(asked.status).toBe(200)
  await checkLater()
  expect(await shop.entry(number)).toMatchObject({ state: 'diverged' })
  await pay(id, { amount: 10, date: DAY })
  await shop.drain()
  expect(settled(number)).toEqual([10, 0, total - 10])
  // Nothing was changed there meanwhile, and it is looked at again all the same.
  await checkLater()
  expect(await shop.entry(number)).toMatchObject({ state: 'sent', reason: '' })
})

test('a credit note that is issued again, and what it takes off its invoice, are those that are there', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 50)
  const credit = () => expectOk(shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'returned' }))
  await forget(credit)
  expect(settled(number)).toEqual([0, total, 0])
  const note = await credit()
  await shop.drain()
  expect(await shop.entry(number, 'allocation')).toMatchObject({ state: 'sent', reason: '' })
  expect(await shop.entry(note.number, 'creditnote')).toMatchObject({ state: 'sent' })
  expect(shop.sent('CreditNotes', note.number)[0]?.Allocations).toHaveLength(1)
})

test('one that is issued again with another amount is refused, and Check says what its invoice has there', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 50)
  const credit = (quantity: number) =>
    expectOk(
      shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'returned', lines: [{ line: 0, quantity }] }),
    )
  await forget(() => credit(0.5))
  const note = await credit(0.2)
  await shop.drain()
  expect(settled(number)).toEqual([0, total / 2, total / 2])
  expect((await shop.entry(note.number, 'creditnote')).reason).toMatch(/^Invoice # must be unique/)
  expect((await shop.check())?.message).toMatch(/^1 document was changed in Xero/)
  expect(await shop.entry(number)).toMatchObject({
    state: 'diverged',
    reason: expect.stringMatching(/^Xero has R\s[\d,]+ put to it, and R\s0,00 was sent from here\./),
  })

  // The one there is taken off the invoice and gives up its number.
  const [there] = shop.sent('CreditNotes', note.number) as [Rec]
  const [invoice] = shop.sent('Invoices', number) as [Rec]
  Object.assign(there, { CreditNoteNumber: 'Taken back', Allocations: [] })
  Object.assign(invoice, { AmountCredited: 0, AmountDue: total })
  const refused = await shop.entry(note.number, 'creditnote')
  await expectOk(shop.admin().post(`/api/xero/documents/${refused.id}/send`))
  await shop.drain()
  expect(settled(number)).toEqual([0, total / 5, total - total / 5])
  await checkLater()
  expect(await shop.entry(number)).toMatchObject({ state: 'sent', reason: '' })
})

test('bills, their payments and their credits stand there once', async () => {
  const enter = async () => {
    const [invoice, credit] = [await bill('SC-1', 80), await bill('SC-C1', 30, 'creditnote')]
    const parts = [
      { invoiceid: invoice.id, amount: 60 },
      { invoiceid: credit.id, amount: -20 },
    ]
    await expectOk(shop.admin().post('/api/supplierpayments', { supplier, parts, date: DAY }))
  }
  await forget(enter)
  expect(settled('SC-1')).toEqual([40, 20, 20])
  await enter()
  await shop.drain()
  expect(shop.sent('Invoices', 'SC-1')).toHaveLength(1)
  expect(shop.sent('CreditNotes', 'SC-C1')).toHaveLength(1)
  expect(settled('SC-1')).toEqual([40, 20, 20])
  for (const kind of ['bill', 'billpayment', 'billallocation'])
    expect(await shop.entry('SC-1', kind)).toMatchObject({ state: 'sent' })
})

const live = (list: 'Invoices' | 'CreditNotes', totals: number[]) =>
  expect(
    shop
      .books()
      [list].filter(({ Status }) => Status !== 'VOIDED')
      .map(({ Total }) => Total),
  ).toEqual(totals)

test('a bill that is entered again with another total is refused, until one of the two goes', async () => {
  await forget(async () => {
    await bill('SC-2', 50)
    await bill('SC-C2', 20, 'creditnote')
  })
  const again = await bill(' sc-2 ', 55)
  await bill('SC-C2', 25, 'creditnote')
  await shop.drain()
  live('Invoices', [50])
  live('CreditNotes', [20])
  const refused = await shop.entry('sc-2', 'bill')
  expect(refused.state).toBe('refused')
  expect(refused.reason).toMatch(
    /^Xero has a bill numbered SC-2 of this supplier already: R\s50,00, dated 5 Jan 2026\. This one comes to R\s55,00, so it was not sent as a second\. If this one is right, void that one in Xero, and if they are two, give that one another number there; then send this one again\./,
  )
  expect((await shop.entry('SC-C2', 'billcredit')).reason).toMatch(/^Xero has a credit note numbered SC-C2/)

  // The one that is there was right: this one goes, and what is entered then is that one.
  await cancelBill(shop, again.id)
  await bill('SC-2', 50)
  await shop.drain()
  expect(await shop.entry('SC-2', 'bill')).toMatchObject({
    state: 'sent',
    xeroid: shop.sent('Invoices', 'SC-2')[0]?.InvoiceID,
  })
  live('Invoices', [50])

  // The one that is entered is right: that one is voided there, and this one goes.
  const [there] = shop.sent('CreditNotes', 'SC-C2') as [Rec]
  there.Status = 'VOIDED'
  const { id } = await shop.entry('SC-C2', 'billcredit')
  await expectOk(shop.admin().post(`/api/xero/documents/${id}/send`))
  await shop.drain()
  expect(await shop.entry('SC-C2', 'billcredit')).toMatchObject({ state: 'sent', reason: '' })
  live('CreditNotes', [25])
})

test('numbers with commas, quotes and backslashes stand there once', async () => {
  const numbers = ['INV 1, 2', 'SC,3', 'Say "7" \\ 8']
  const enter = async () => {
    for (const number of numbers) {
      await bill(number, 10)
      await bill(`${number} C`, 5, 'creditnote')
    }
  }
  await forget(enter)
  // Further than one page of what the supplier has there.
  const [bills, other] = [
    shop.books().Invoices,
    (n: number) => ({ InvoiceNumber: `Other ${n}`, Status: 'VOIDED' }),
  ]
  bills.unshift(
    ...Array.from({ length: 500 }, (_, n) => ({ ...bills[0], InvoiceID: crypto.randomUUID(), ...other(n) })),
  )
  await enter()
  await shop.drain()
  live('Invoices', [10, 10, 10])
  live('CreditNotes', [5, 5, 5])
  for (const number of numbers) {
    expect(await shop.entry(number, 'bill')).toMatchObject({ state: 'sent', reason: '' })
    expect(await shop.entry(`${number} C`, 'billcredit')).toMatchObject({ state: 'sent', reason: '' })
  }
})

test('a bill of the number of one that was cancelled is another', async () => {
  const { id } = await bill('SC-2', 10)
  await shop.drain()
  await cancelBill(shop, id)
  await shop.drain()
  const again = await bill('SC-2', 10)
  await shop.drain()
  expect(shop.sent('Invoices', 'SC-2').map(({ Status }) => Status)).toEqual(['VOIDED', 'AUTHORISED'])
  const entries = (await shop.admin().get('/api/xero/documents?take=500')).body.data as Rec[]
  expect(entries.find(({ billid }) => billid === again.id)).toMatchObject({ state: 'sent' })
})

const overview = async () =>
  (await fetch(`${shop.office.server.url}/xero`, { headers: { cookie: shop.admin().cookie } })).text()

test('put back to before the connection, nothing waits and the page says so, until the organisation is chosen', async () => {
  const { url } = shop.office.server.services
  const browser = browserOf(shop.office.server, shop.admin())
  await browser.request(`${url}/xero/clear`, { method: 'POST', headers: { origin: url } })
  shop.xero.state.tenants.push(shop.tenant)
  await forget(async () => {
    await connectXero(shop.office.server, shop.tenant.tenantId)
    await expectOk(shop.map())
  })
  const { number } = await issueInvoice(shop.office, 70)
  await shop.drain()
  expect(await shop.entry(number)).toBeUndefined()
  const page = await overview()
  expect(page).toContain(`Nothing waits or goes out: this account knows nothing of ${shop.tenant.tenantName}`)
  expect(page).not.toContain('what is issued meanwhile waits')

  await connectXero(shop.office.server, shop.tenant.tenantId)
  await expectOk(shop.map())
  expect(await overview()).not.toContain('Nothing waits or goes out')
  await expectOk(shop.admin().post('/api/xero/documents/earlier', { start: DAY }))
  await shop.drain()
  expect(await shop.entry(number)).toMatchObject({ state: 'sent' })
})

test('put back to before another organisation was chosen, the page says for which one documents wait', async () => {
  const second = shop.xero.addTenant('Second Co')
  await forget(() => connectXero(shop.office.server, second.tenantId))
  const { number } = await issueInvoice(shop.office, 71)
  await shop.drain()
  expect(await shop.entry(number)).toMatchObject({ state: 'waiting' })
  expect(await overview()).toContain('Documents wait for another organisation than Second Co')
  expect(shop.xero.books(second.tenantId).Invoices).toEqual([])
  const { redirected, url } = await fetch(`${shop.office.server.url}/xero/mapping`, {
    headers: { cookie: shop.admin().cookie },
  })
  expect([redirected, new URL(url).pathname]).toEqual([true, '/xero/tenants'])
})
