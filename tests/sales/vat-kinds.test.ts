import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { accountcodes, categories, jobs } from '#db/schema/tenant/index.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from '#tests/work/jobs-support.ts'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  pdf,
  readDraft,
} from './invoices-support.ts'

let server: TestServer
let office: InvoiceFixtures
let exempt: string
let zero: string
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
  await server.services.tenants.write(server.accountid, by, (tx) => {
    const record = () => ({ id: Bun.randomUUIDv7(), createdutc: tx.now, updatedutc: tx.now })
    const [code, none, free] = [record(), record(), record()]
    tx.db
      .insert(accountcodes)
      .values({ ...code, code: '300', description: 'Exports', vat: 0 as never })
      .run()
    tx.db
      .insert(categories)
      .values([
        { ...none, name: 'Exports', accountcode: code.id },
        { ...free, name: 'Rent', vatexempt: true },
      ])
      .run()
    zero = makeItem(tx, { category: none.id, inventoryclass: 0 })
    exempt = makeItem(tx, { category: free.id, inventoryclass: 0 })
    tx.invalidateCaches()
  })
})
afterAll(() => server.stop())

test('exempt and zero-rated lines are summed apart, on the page, in the call and on paper', async () => {
  const jobid = await completeJob(office, [
    { linerate: 100 },
    { linerate: 50, inventoryid: zero },
    { linerate: 20, inventoryid: exempt },
  ])
  const draft = await readDraft(office, jobid)
  expect(draft.document.lines).toMatchObject([
    { vatrate: 15, exempt: false },
    { vatrate: 0, exempt: false },
    { vatrate: 0, exempt: true },
  ])
  expect(draft.document.totals.byrate).toMatchObject([
    { vatrate: 15, exempt: false, net: 100 },
    { vatrate: 0, exempt: false, net: 50 },
    { vatrate: 0, exempt: true, net: 20 },
  ])
  const { html } = await htmxRequest(server, admin(), 'GET', `/invoices/${draft.id}`)
  expect(html).toContain('Exempt from VAT')
  expect(html).toMatch(/>0\u00a0%</)
  const issued = await expectOk(admin().post(`/api/invoices/${draft.id}/issue`))
  const { text } = await readPdf((await pdf(server, admin(), `/render/invoice/${draft.id}`)).bytes)
  expect(text).toContain('\nExempt\n')
  expect(text).toContain('\n0 %\n')
  expect(text).toContain('Exempt from VAT on R 20,00')
  expect(text).toContain('VAT 0 % on R 50,00')
  const { id } = await expectOk(
    admin().post(`/api/invoices/${issued.id}/credit`, {
      reason: 'returned',
      lines: [{ line: 2, quantity: 1 }],
    }),
  )
  const credit = await expectOk(admin().get(`/api/invoices/${id}`))
  expect(credit.document.totals.byrate).toMatchObject([{ vatrate: 0, exempt: true, net: -20 }])
})

test('an estimate, a line and a draft take the rate that holds on the day of supply', async () => {
  const vatchanges = [{ since: '2020-05-01', vat: 16 }]
  await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { vat: 15, vatchanges }))
  const jobid = await completeJob(office, [{ linerate: 100 }])
  const on = async (completed: string) => {
    await server.services.tenants.write(server.accountid, by, (tx) => {
      tx.db.update(jobs).set({ completed }).where(eq(jobs.id, jobid)).run()
    })
    return (await expectOk(admin().get(`/api/jobs/${jobid}`))).materials[0].vatrate
  }
  expect(await on('2020-04-30T10:00:00.000Z')).toBe(15)
  expect(await on('2020-05-01T10:00:00.000Z')).toBe(16)
  expect(await readDraft(office, jobid)).toMatchObject({ vat: 16, total: 116 })
  const { body } = await admin().get(`/api/invoices?jobid=${jobid}`)
  expect(body.data).toMatchObject([{ total: 116 }])
})

test('a price with VAT is one figure whoever invoices, with the same margin; a typed one stays', async () => {
  const item = await server.services.tenants.write(server.accountid, by, (tx) =>
    makeItem(tx, { rate: 1_150_000 as never, exclusive: false, inventoryclass: 0 }),
  )
  const jobid = await completeJob(office, [], { organisation: office.plain })
  const line = { jobid, role: 2, inventoryid: item, estimated: 2, consumed: 2 }
  await expectOk(admin().post('/api/materials', line))
  const totals = () => expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  expect(await totals()).toMatchObject({
    quoted: { net: 230, vat: 0, total: 230 },
    margin: { quoted: 0, actual: 0 },
  })
  await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { vat: 15, vatchanges: [] }))
  const invoicedBy = (organisation: string) => expectOk(admin().patch(`/api/jobs/${jobid}`, { organisation }))
  await invoicedBy(office.vendor)
  expect(await totals()).toMatchObject({
    quoted: { net: 200, vat: 30, total: 230 },
    margin: { quoted: 0, actual: 0 },
  })
  const { materials } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  await expectOk(admin().patch(`/api/materials/${materials[0].id}`, { linerate: 90 }))
  await invoicedBy(office.plain)
  expect(await totals()).toMatchObject({ quoted: { total: 180 }, margin: { quoted: -50 } })
})
