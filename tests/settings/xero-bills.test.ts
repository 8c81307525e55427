import { afterAll, beforeAll, expect, test } from 'bun:test'
import { HOUR_MS } from '#server/instants.ts'
import { expectOk } from '#tests/support/answers.ts'
import type { Rec } from '#tests/support/xero/books.ts'
import { approveBill, cancelBill, loseAnswer, startXeroShop, type XeroShop } from './xero-support.ts'

let shop: XeroShop
let supplier: string
beforeAll(async () => {
  shop = await startXeroShop()
  supplier = (await expectOk(shop.admin().post('/api/suppliers', { name: 'Steel City' }))).id
})
afterAll(() => shop.stop())

const bill = (number: string, rate: number, kind?: string) =>
  approveBill(shop, { supplier, number, rate, kind })
const paySupplier = (parts: [invoice: Rec, amount: number][]) =>
  expectOk(
    shop.admin().post('/api/supplierpayments', {
      supplier,
      parts: parts.map(([{ id }, amount]) => ({ invoiceid: id, amount })),
    }),
  )
const settled = (number: string) => {
  const [there] = shop.sent('Invoices', number) as [Rec]
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
  await shop.drain()
  expect([settled('SC-1'), settled('SC-2')]).toEqual([
    [0, 100, 0],
    [30, 20, 0],
  ])
  expect(shop.sent('CreditNotes', 'SC-C1')[0]?.RemainingCredit).toBe(0)
  expect(await shop.entry('SC-2', 'billallocation')).toMatchObject({ state: 'sent', amount: 20 })
  expect(await shop.entry('SC-2', 'billpayment')).toMatchObject({ state: 'sent', amount: 30 })
  expect(await shop.entry('SC-1', 'billpayment')).toBeUndefined()
})

test('taken back, it leaves the bills there, which can then be voided', async () => {
  const [invoice, credit] = [await bill('SC-3', 80), await bill('SC-C2', 30, 'creditnote')]
  const payment = await paySupplier([
    [invoice, 80],
    [credit, -30],
  ])
  await shop.drain()
  expect(settled('SC-3')).toEqual([50, 30, 0])
  await expectOk(shop.admin().post(`/api/supplierpayments/${payment.id}/reverse`, { reason: 'Bounced' }))
  await cancelBill(shop, invoice.id)
  await shop.drain()
  expect(settled('SC-3')).toEqual([0, 0, 80])
  expect(shop.sent('Invoices', 'SC-3')[0]?.Status).toBe('VOIDED')
  const back = { state: 'withdrawn', takenback: true }
  expect(await shop.entry('SC-3', 'billallocation')).toMatchObject({ ...back, amount: 30 })
  expect(await shop.entry('SC-3', 'billpayment')).toMatchObject({ ...back, amount: 50 })
  expect(shop.sent('CreditNotes', 'SC-C2')[0]?.RemainingCredit).toBe(30)
})

test('an answer that was lost is looked for: nothing is put to a bill twice', async () => {
  const [invoice, credit] = [await bill('SC-4', 80), await bill('SC-C3', 30, 'creditnote')]
  await shop.drain()
  for (const list of ['Payments', 'Allocations'] as const) loseAnswer(shop.xero, list)
  await paySupplier([
    [invoice, 80],
    [credit, -30],
  ])
  for (let n = 0; n < 3; n++) {
    await shop.run()
    shop.later(HOUR_MS)
  }
  expect(shop.xero.state.nextCalls).toEqual([])
  await shop.drain()
  expect(settled('SC-4')).toEqual([50, 30, 0])
})

test.each(['Payments', 'Allocations'] as const)(
  'what is reversed after the answer of its %s was lost leaves the bill there',
  async (list) => {
    const [number, noted] = [`LA-${list}`, `LC-${list}`]
    const [invoice, credit] = [await bill(number, 80), await bill(noted, 30, 'creditnote')]
    await shop.drain()
    loseAnswer(shop.xero, list)
    const payment = await paySupplier([
      [invoice, 80],
      [credit, -30],
    ])
    await shop.run()
    expect(shop.xero.state.nextCalls).toEqual([])
    expect(settled(number)[2]).toBe(list === 'Payments' ? 30 : 0)
    await expectOk(shop.admin().post(`/api/supplierpayments/${payment.id}/reverse`, { reason: 'Bounced' }))
    await cancelBill(shop, invoice.id)
    shop.later(HOUR_MS)
    await shop.drain()
    expect(settled(number)).toEqual([0, 0, 80])
    expect(shop.sent('Invoices', number)[0]?.Status).toBe('VOIDED')
    expect(shop.sent('CreditNotes', noted)[0]?.RemainingCredit).toBe(30)
  },
)
