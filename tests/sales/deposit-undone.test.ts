import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readToday } from '#server/zone.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

test('a statement tells of a deposit payment that was taken back that it was taken back, not used', async () => {
  const { admin } = server.people
  const client = office.clients[0]
  const jobid = await completeJob(office, [{ linerate: 500 }], { status: 3 })
  const asked = await expectOk(admin.post('/api/invoices/deposits', { jobid, amount: 200 }))
  const { payments } = await expectOk(admin.post(`/api/invoices/${asked.id}/payments`, { amount: 200 }))
  await expectOk(admin.post(`/api/payments/${payments[0].id}/reverse`, { reason: 'Recorded by mistake' }))
  const today = server.services.tenants.read(server.accountid, readToday)
  const { movements } = await expectOk(
    admin.get(`/api/invoices/statement/${client}?from=2026-01-01&date=${today}`),
  )
  expect(
    movements.lines.map(({ name, detail, amount, held, balance }: Record<string, unknown>) => ({
      ...{ name, detail, amount, held, balance },
    })),
  ).toMatchObject([
    { name: `Deposit ${asked.number} received and held`, amount: 0, held: 200, balance: 0 },
    {
      ...{ name: `Deposit ${asked.number}: payment taken back`, detail: 'Recorded by mistake' },
      ...{ amount: 0, held: -200, balance: 0 },
    },
  ])
})
