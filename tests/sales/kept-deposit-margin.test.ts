import { afterAll, beforeAll, expect, test } from 'bun:test'
import { jobMargin } from '#server/domains/reporting/reports/list/job-margin.ts'
import { sumMargin } from '#server/domains/work/dashboard/margin.ts'
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

const admin = () => server.people.admin
const days = { start: '2000-01-01', end: '2999-12-31' }
const read = <T>(run: Parameters<typeof server.services.tenants.read<T>>[1]) =>
  server.services.tenants.read(server.accountid, run)
const ofBoard = () => read((db) => sumMargin(db, { boards: [office.boardid], locations: null }, days).cents)

/** A job at R 1 000 without VAT that costs R 400, of whose deposit R 230 with VAT are held. */
async function withDeposit(more: object) {
  const jobid = await completeJob(office, [{ linerate: 1000, costrate: 400 }], { status: 3, ...more })
  const { id } = await expectOk(admin().post('/api/invoices/deposits', { jobid, amount: 230 }))
  await expectOk(admin().post(`/api/invoices/${id}/payments`, { amount: 230 }))
  return { jobid, deposit: id as string }
}

/** In rand without VAT: what is charged, and what is left of it. */
async function said(jobid: string, before: number) {
  const { reference } = await expectOk(admin().get(`/api/jobs/${jobid}`))
  const { deposits, margin } = await expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  const row = read((db) => [...jobMargin.read(db, { ...days } as never)]).find(
    (one) => one.reference === reference,
  )
  return {
    ...{ deposits, margin: margin.actual },
    report: row && [Number(row.charged) / 100, Number(row.margin) / 100],
    board: (ofBoard() - before) / 100,
  }
}

test.each([false, true])(
  'a deposit that is kept of a complete job is income of it (fixed price %p)',
  async (fixedprice) => {
    const before = ofBoard()
    const { jobid, deposit } = await withDeposit({ fixedprice })
    const kept = await expectOk(admin().post(`/api/invoices/${deposit}/forfeit`, { reason: 'Late' }))
    await expectOk(admin().patch(`/api/jobs/${jobid}`, { status: 4, confirmed: true }))
    expect(await said(jobid, before)).toEqual({ deposits: 200, margin: 800, report: [1200, 800], board: 800 })
    const billed = (await expectOk(admin().get('/api/billing'))).find(
      (one: { id: string }) => one.id === jobid,
    )
    expect([billed.value, billed.margin]).toEqual([1000, 800])
    await expectOk(admin().post(`/api/invoices/${kept.id}/credit`, { reason: 'error', again: false }))
    expect(await said(jobid, before)).toEqual({ deposits: 0, margin: 600, report: [1000, 600], board: 600 })
  },
)

test.each([false, true])(
  'of a job that was cancelled it is all that is charged (fixed price %p)',
  async (fixedprice) => {
    for (const status of [3, 4]) {
      const before = ofBoard()
      const { jobid } = await withDeposit({ fixedprice, status })
      await expectOk(admin().delete(`/api/jobs/${jobid}?deposit=keep`))
      const { deposits, report, margin, board } = await said(jobid, before)
      const left = 200 - (deposits - margin)
      expect([deposits, report, board]).toEqual([200, [200, left], left])
    }
  },
)
