import { afterAll, beforeAll, expect, test } from 'bun:test'
import { jobMargin } from '#server/domains/reporting/reports/list/job-margin.ts'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { MADE, USED } from '#tests/sales/seven-metres-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openSteps } from './consignment-steps.ts'

let server: TestServer
let steps: Awaited<ReturnType<typeof openSteps>>
beforeAll(async () => {
  server = await startTestServer()
  steps = await openSteps(server, await createInvoiceFixtures(server))
})
afterAll(() => server.stop())

const days = { start: '2000-01-01', end: '2999-12-31' }
const get = (path: string) => expectOk(server.people.admin.get(path))

/** Without VAT, in rand, by each place that says it. */
async function said(id: string) {
  const { reference, nextstep } = await get(`/api/jobs/${id}`)
  const { actual, kept, credited, cost, margin } = await get(`/api/jobs/${id}/totals`)
  const row = server.services.tenants
    .read(server.accountid, (db) => [...jobMargin.read(db, { ...days } as never)])
    .find((one) => one.reference === reference)
  const billed = (await get('/api/billing')).find((one: { id: string }) => one.id === id)
  return {
    job: [actual.net - kept - credited, cost.actual, margin.actual],
    report: [Number(row?.charged) / 100, Number(row?.materials) / 100, Number(row?.margin) / 100],
    billed: billed && [billed.value, billed.tocredit, billed.margin],
    nextstep,
  }
}

test('made goods on consignment are charged and cost as they are sold, wherever it is said', async () => {
  const job = await steps.begin(MADE, { total: 10 })
  await job.step('C10')
  expect(await said(job.id)).toEqual({
    ...{ job: [0, 0, 0], report: [0, 0, 0], billed: [0, 0, 0], nextstep: null },
  })
  expect(await job.step('I')).toContain('it is charged once it is sold')
  await job.step('s4')
  const sold = [320, 242, 78]
  expect(await said(job.id)).toEqual({ job: sold, report: sold, billed: [320, 0, 78], nextstep: 'prepare' })
  expect(await job.step('I')).toBeUndefined()
  expect(await said(job.id)).toEqual({ job: sold, report: sold, billed: [0, 0, 78], nextstep: null })
  await job.step('r6')
  expect(await said(job.id)).toMatchObject({ job: sold, report: sold })
  expect(steps.faults()).toEqual([])
})

test('an invoice of goods that came back and went on consignment is to be credited until they are sold', async () => {
  const job = await steps.begin(MADE, { total: 2, noted: 2 })
  for (const step of ['I', 'b2', 'C2']) expect(await job.step(step)).toBeUndefined()
  expect((await said(job.id)).job).toEqual([0, 0, 0])
  await job.step('s2')
  expect((await said(job.id)).job).toEqual([160, 121, 39])
})

test('what is consigned before it is booked as made takes nothing off', async () => {
  const job = await steps.begin(MADE, { total: 10, used: 4 })
  await job.step('C10')
  expect((await said(job.id)).job).toEqual([0, 0, 0])
  await job.step('s2')
  expect(await said(job.id)).toMatchObject({ job: [160, 121, 39], billed: [160, 0, 39] })
})

test.each([
  [MADE, 4, 43],
  [USED, 1, 39],
])('a percentage is taken of the price without what lies unsold there (%d)', async (kind, used, ours) => {
  const job = await steps.begin(kind, { total: 4, used })
  await job.step('C3')
  expect(await job.step('P50')).toBeUndefined()
  expect(await get(`/api/invoices/${job.invoice()}`)).toMatchObject({ net: 40 })
  expect(await job.step('P60')).toMatch(/at most 50.%: R.46,00 of the price of R.92,00 is left/)
  expect(await job.step('I')).toBeUndefined()
  expect(await get(`/api/invoices/${job.invoice()}`)).toMatchObject({ net: 40 })
  expect(await job.step('r3')).toBeUndefined()
  expect([job.places(), steps.faults()]).toEqual([{ ours, theirs: 0 }, []])
})

test('what came back unsold on an invoiced job is charged once it goes out by a note', async () => {
  const job = await steps.run(MADE, 'n1 C1 I r1', { total: 2 })
  expect(job).toMatchObject({ next: 0, status: 5 })
  expect(await job.step('n1')).toBeUndefined()
  expect(await job.figures()).toMatchObject({ next: 1, status: 4, cost: 121 })
  expect(await job.step('I')).toBeUndefined()
  expect(await job.figures()).toMatchObject({ next: 0, status: 5, ours: 40 })
  expect(steps.faults()).toEqual([])
})
