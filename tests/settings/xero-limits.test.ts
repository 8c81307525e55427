import { expect, test } from 'bun:test'
import { HOUR_MS } from '#server/instants.ts'
import { issueInvoice } from '#tests/sales/invoices-support.ts'
import { startXeroShop } from './xero-support.ts'

test('Xero’s limits are waited for, not broken', async () => {
  const shop = await startXeroShop()
  shop.xero.state.nextCalls.push(() => new Response('', { status: 429, headers: { 'retry-after': '0' } }))
  const { number } = await issueInvoice(shop.office, 51)
  await shop.drain()
  expect(await shop.entry(number)).toMatchObject({ state: 'sent' })
  const busy = () => new Response('', { status: 429, headers: { 'retry-after': '0' } })
  shop.xero.state.nextCalls.push(busy, busy, busy)
  const later = await issueInvoice(shop.office, 52)
  await shop.run()
  expect(await shop.entry(later.number)).toMatchObject({
    state: 'waiting',
    reason: 'Xero takes no more calls for now.',
  })
  shop.xero.state.nextCalls.length = 0
  shop.later(HOUR_MS)
  await shop.drain()
  expect(shop.sent('Invoices', later.number)).toHaveLength(1)
  await shop.stop()
})
