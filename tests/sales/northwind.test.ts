import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { checkReplay } from './northwind-check.ts'
import { readOrders, sum } from './northwind-replay.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('the order book comes to what is told of it', () => {
  const orders = readOrders()
  const shipped = orders.filter((order) => order.shipped)
  expect([orders.length, shipped.length]).toEqual([830, 809])
  expect(sum(orders.map(({ net }) => net))).toBe(126_579_276)
  expect(sum(shipped.map(({ net }) => net))).toBe(123_985_535)
})

// The whole of it, five times as long, is `bun run bench benchNorthwind`.
test('the orders of 1996 are delivered, invoiced in batches and paid, and each client owes what is left', async () => {
  const orders = readOrders().filter(({ year }) => year === '1996')
  expect(orders.length).toBe(152)
  await checkReplay(server, orders)
}, 300_000)
