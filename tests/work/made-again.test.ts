import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { MADE } from '#tests/sales/seven-metres-support.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openSteps } from './consignment-steps.ts'

let server: TestServer
let steps: Awaited<ReturnType<typeof openSteps>>
beforeAll(async () => {
  server = await startTestServer()
  steps = await openSteps(server, await createInvoiceFixtures(server))
})
afterAll(() => server.stop())

test('of what came back unsold it is said that nothing is sold', async () => {
  const job = await steps.begin(MADE, { total: 10 })
  for (const step of ['C10', 'r10']) expect(await job.step(step)).toBeUndefined()
  const refused = await job.step('I')
  expect(refused).toContain('it came back and is in stock')
  expect(refused).not.toContain('enter what was used')
  for (const step of ['n10', 'I']) expect(await job.step(step)).toBeUndefined()
})
