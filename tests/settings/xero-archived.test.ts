import { afterEach, beforeEach, expect, test } from 'bun:test'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { accountIdOf, postForm, startXeroShop, type XeroShop } from './xero-support.ts'

let shop: XeroShop
beforeEach(async () => {
  shop = await startXeroShop()
})
afterEach(() => shop.stop())

const archive = (code: string, status = 'ARCHIVED') => {
  for (const one of shop.books().Accounts) if (one.Code === code) one.Status = status
}
const puts = (list: string) =>
  shop.xero.state.calls.filter(({ method, path }) => method === 'PUT' && path === `/${list}`).length
const said = 'Xero no longer has what the mapping has for the account of sales.'

test('an account that was archived in Xero is told beside the document, with the way to the mapping', async () => {
  archive('200')
  const first = await issueInvoice(shop.office, 100)
  await shop.drain()
  const refused = await shop.entry(first.number)
  expect(refused).toMatchObject({ state: 'refused', code: 'mapping' })
  expect(refused.reason).toBe(
    "Account code '200' is not a valid code for this document. Whoever may change the settings can choose another one in the mapping.",
  )
  const beside = await shop.page(`/invoices/${first.id}`)
  expect(beside).toContain('Whoever may change the settings can choose another one in the mapping.')
  expect(beside).toContain('href="/xero/mapping"')
  expect(await shop.page('/xero')).toContain(said)
  expect(await shop.page('/xero/mapping')).toContain(said)
  const before = puts('Invoices')
  const second = await issueInvoice(shop.office, 200)
  await shop.drain()
  expect((await shop.entry(second.number)).reason).toBe(
    'Xero has no account 200 any more, which its lines are booked to: whoever may change the settings can choose another one in the mapping.',
  )
  expect(puts('Invoices')).toBe(before)
  const { Accounts } = shop.books()
  const other = { ...Accounts.find(({ Code }) => Code === '200'), AccountID: crypto.randomUUID() }
  Accounts.push({ ...other, Code: '201', Name: 'Sales of the yard', Status: 'ACTIVE' })
  await postForm(shop, '/xero/names')
  await expectOk(shop.map({ sales: '201' }))
  await shop.drain()
  expect((await shop.listSent()).map(({ state, reason }) => [state, reason])).toEqual(
    Array(2).fill(['sent', '']),
  )
  expect(await shop.page('/xero')).not.toContain('Xero no longer has')
})

test('an account that is there again lets go what waited for it once the accounts are fetched', async () => {
  archive('200')
  const { number } = await issueInvoice(shop.office, 100)
  await shop.drain()
  archive('200', 'ACTIVE')
  await postForm(shop, '/xero/names')
  await shop.drain()
  expect(await shop.entry(number)).toMatchObject({ state: 'sent', reason: '' })
})

test('payments to an archived account are refused for the mapping, by Xero and then before', async () => {
  const { id, number } = await issueInvoice(shop.office, 100)
  await shop.drain()
  expect(accountIdOf(shop.books().Accounts, '090')).toBeTruthy()
  archive('090')
  const pay = () =>
    expectOk(shop.admin().post(`/api/invoices/${id}/payments`, { amount: 10, method: 'cash' }))
  await pay()
  await shop.drain()
  const refused = (await shop.listSent()).filter(({ kind }) => kind === 'payment')
  expect(refused).toMatchObject([{ number, state: 'refused', code: 'mapping' }])
  expect(await shop.page('/xero')).toContain(
    'payments by “Transfers”, payments by “Cash” and payments by “Cards”',
  )
  const before = puts('Payments')
  await pay()
  await shop.drain()
  expect((await shop.listSent()).find(({ kind }) => kind === 'payment')?.reason).toBe(
    'Xero has the account of payments by cash no more: whoever may change the settings can choose another one in the mapping.',
  )
  expect(puts('Payments')).toBe(before)
})
