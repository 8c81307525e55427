import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { jobToDeliver } from '#tests/work/deliveries-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'

let server: TestServer
let shop: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

test('a job with a draft of an invoice is removed once the draft is deleted', async () => {
  const { admin } = server.people
  const { id } = await jobToDeliver(shop, [{ linerate: 100, estimated: 1, consumed: 1 }])
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const draft = await expectOk(admin.post('/api/invoices', { jobid: id }))
  const refused = await admin.delete(`/api/jobs/${id}`)
  expect([refused.status, refused.body.code]).toEqual([400, 'draft'])
  expect(refused.body.message).toMatch(
    /^Job \S+ has an invoice that is still a draft\. Delete the draft first/,
  )
  expect(await expectOk(admin.get(`/api/jobs/${id}`))).toMatchObject({ status: 4 })
  await expectOk(admin.delete(`/api/invoices/${draft.id}`))
  await expectOk(admin.delete(`/api/jobs/${id}`))
  expect(await expectOk(admin.get(`/api/jobs/${id}`))).toMatchObject({ status: 98 })
})
