import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { replayPlanning } from './northwind-plan.ts'

let server: TestServer
let now = new Date('1996-06-30T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => now)
})
afterAll(() => server.stop())

// Both years, seven times as long, are `bun run bench benchNorthwindPlan`.
test('a quarter of orders is planned week by week as a simulation beside it plans them', async () => {
  const figures = await replayPlanning(server, (instant) => (now = new Date(instant)), 13)
  // By the files: orders up to 29 September, and those of them that were shipped by then.
  expect(figures).toEqual({ orders: 69, shipped: 61, compared: 460, short: 134, bought: 134 })
}, 300_000)
