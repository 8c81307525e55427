import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { accountIdOf, loseAnswer, startXeroShop, type XeroShop } from './xero-support.ts'

let shop: XeroShop
beforeAll(async () => {
  shop = await startXeroShop()
})
afterAll(() => shop.stop())
// The limits of a minute are tested elsewhere.
afterEach(() => shop.later(2 * 60_000))

const pay = (id: string, body: Rec) => expectOk(shop.admin().post(`/api/invoices/${id}/payments`, body))
const due = (number: string) => shop.sent('Invoices', number)[0]?.AmountDue

test('payments go to the account of their way, once; a reversal takes them back there', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 100)
  const { payments } = await pay(id, { amount: 50, reference: 'EFT 1' })
  await shop.drain()
  expect(due(number)).toBe(total - 50)
  expect(shop.sent('Invoices', number)[0]?.Payments[0]).toMatchObject({ Amount: 50, Reference: 'EFT 1' })
  await shop.drain()
  expect(shop.sent('Invoices', number)[0]?.Payments).toHaveLength(1)
  await expectOk(shop.admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Bounced' }))
  await shop.drain()
  expect(due(number)).toBe(total)
  expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'withdrawn', amount: 50 })
})

test('a payment that is taken back, and stands in Xero yet, says so beside its amount', async () => {
  const { id, number } = await issueInvoice(shop.office, 103)
  const { payments } = await pay(id, { amount: 50 })
  await shop.drain()
  await expectOk(shop.map({ sending: false }))
  await expectOk(shop.admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Bounced' }))
  expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'waiting', amount: 50, takenback: true })
  expect(await shop.page('/xero?state=waiting')).toMatch(/R\s50,00<small class="muted"> taken back/)
  await expectOk(shop.map())
  await shop.drain()
})

test('payments wait for their invoice, and for an account of their own', async () => {
  const { id, number } = await issueInvoice(shop.office, 101)
  await pay(id, { amount: 20, method: 'other' })
  await shop.drain()
  expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'refused', code: 'mapping' })
  await expectOk(shop.map({ 'payment-other': accountIdOf(shop.books().Accounts, '095') }))
  await shop.drain()
  expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'sent' })
  await expectOk(shop.map())
})

test('a credit note goes, is put to its invoice, and frees the payment first', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 102)
  await pay(id, { amount: total })
  await shop.drain()
  expect(due(number)).toBe(0)
  const note = await expectOk(shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'returned' }))
  await shop.drain()
  expect(shop.sent('CreditNotes', note.number)[0]).toMatchObject({
    Type: 'ACCRECCREDIT',
    Reference: number,
    Total: total,
  })
  const [there] = shop.sent('Invoices', number) as [Rec]
  expect([there.AmountPaid, there.AmountCredited, there.AmountDue]).toEqual([0, total, 0])
  expect((await shop.entry(number, 'payment')).state).toBe('withdrawn')
  expect((await shop.entry(number, 'allocation')).state).toBe('sent')
})

test('two of the same day and amount are two', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 103)
  for (const amount of [30, 30]) await pay(id, { amount })
  await shop.drain()
  expect(due(number)).toBe(total - 60)
})

test('one of which no answer came is looked for before it is sent again', async () => {
  const { id, number, total } = await issueInvoice(shop.office, 104)
  await shop.drain()
  loseAnswer(shop.xero, 'Payments')
  await pay(id, { amount: 30 })
  await shop.run()
  shop.later(3_600_000)
  await shop.drain()
  expect(due(number)).toBe(total - 30)
  expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'sent' })
})

test.each(['reversed', 'moved'])(
  'a payment whose answer was lost, and that is %s before it is asked again, does not stay there',
  async (what) => {
    const { id, number, total } = await issueInvoice(shop.office, 105)
    await shop.drain()
    loseAnswer(shop.xero, 'Payments')
    const { payments } = await pay(id, { amount: 40 })
    await shop.drain()
    expect(due(number)).toBe(total - 40)
    expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'waiting', xeroid: '' })
    if (what === 'reversed')
      await expectOk(shop.admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Bounced' }))
    // Most of what was paid is credit of the client then.
    else await expectOk(shop.admin().post(`/api/invoices/${id}/credit`, { reason: 'returned' }))
    shop.later(2 * 60_000)
    await shop.drain()
    expect(shop.sent('Invoices', number)[0]?.AmountPaid).toBe(0)
    expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'withdrawn', xeroid: '' })
    expect((await shop.check())?.message).toBe('Nothing that was sent has changed in Xero')
  },
)

test('a payment that Xero refused, and that is reversed, takes nothing off that was entered there', async () => {
  const { id, number } = await issueInvoice(shop.office, 106)
  await shop.drain()
  const [there] = shop.sent('Invoices', number) as [Rec]
  there.Status = 'DRAFT'
  const { payments } = await pay(id, { amount: 40 })
  await shop.drain()
  expect(await shop.entry(number, 'payment')).toMatchObject({ state: 'refused' })
  const theirs = { PaymentID: crypto.randomUUID(), Date: payments[0].date, Amount: 40 }
  Object.assign(there, { Status: 'AUTHORISED', AmountPaid: 40, Payments: [theirs] })
  await expectOk(shop.admin().post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Bounced' }))
  await shop.drain()
  expect(shop.sent('Invoices', number)[0]?.Payments).toEqual([theirs])
})
