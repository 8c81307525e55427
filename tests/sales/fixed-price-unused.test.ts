import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openSteps } from '#tests/work/consignment-steps.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures } from './invoices-support.ts'
import { BOUGHT, COST, USED } from './seven-metres-support.ts'

let server: TestServer
let steps: Awaited<ReturnType<typeof openSteps>>
beforeAll(async () => {
  server = await startTestServer()
  steps = await openSteps(server, await createInvoiceFixtures(server))
})
afterAll(() => server.stop())

const begin = () => steps.begin(USED, { total: 4, fixedprice: true })

test('what nobody picked before its invoice is used by the note that delivers it', async () => {
  const job = await begin()
  for (const step of ['u1', 'n1', 'I', 'n2']) expect(await job.step(step)).toBeUndefined()
  expect(await job.figures()).toMatchObject({ ours: 37, status: 5, margin: 4 * 80 - 3 * COST })
  // It comes back, and goes out again, as if somebody had picked it.
  expect(await job.step('b1')).toBeUndefined()
  expect(await job.figures()).toMatchObject({ ours: 38, cost: 2 * COST })
  for (const step of ['n1', 'n1']) expect(await job.step(step)).toBeUndefined()
  expect(await job.figures()).toMatchObject({ ours: 36, status: 5, next: 0, cost: 4 * COST })
  expect(steps.faults()).toEqual([])
})

test('what was picked is not used once more by its note', async () => {
  const job = await begin()
  for (const step of ['u3', 'I', 'n2', 'n2']) expect(await job.step(step)).toBeUndefined()
  expect(await job.figures()).toMatchObject({ ours: 36, cost: 4 * COST })
})

test.each([
  [true, 'I C1 n1 s1', 5],
  [true, 'C1 n1 I s1', 5],
  // What lies there keeps its job open, whether stock is kept of it or not.
  [false, 'C1 n1 I', 4],
] as const)(
  'what is bought and lies on consignment is used once it is sold (fixed price %p, %s)',
  async (fixedprice, what, status) => {
    const job = await steps.run(BOUGHT, what, { total: 2, used: 1, fixedprice })
    expect(job).toMatchObject({ status, next: 0, cost: (what.endsWith('s1') ? 2 : 1) * COST })
    if (status === 4) for (const step of ['r1', 'n1']) expect(await job.step(step)).toBeUndefined()
    expect(await job.figures()).toMatchObject({
      cost: 2 * COST,
      next: status === 4 ? 1 : 0,
      ours: 0,
      theirs: 0,
    })
  },
)

test('whoever issues the note need not have the right to say what was used', async () => {
  const { admin, management } = server.people
  const job = await begin()
  expect(await job.step('I')).toBeUndefined()
  await server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db.run(sql`DELETE FROM roleclaims WHERE claim = 'materials.consume'
      AND roleid = (SELECT id FROM roles WHERE name = 'Management')`)
    tx.invalidateCaches()
  })
  const { boardid } = await expectOk(admin.get(`/api/jobs/${job.id}`))
  const lines = [{ materialid: job.line, quantity: 1 }]
  await expectOk(management.post('/api/delivery/issued', { boardid, lines }))
  expect(await job.figures()).toMatchObject({ ours: 39, cost: COST })
})

test('a draft note says what it books, and the draft of an invoice what nobody booked', async () => {
  const { admin } = server.people
  const job = await begin()
  const page = async (path: string) => (await admin.get(path)).text.replace(/<[^>]+>/g, '')
  expect(await job.step('n1')).toBeUndefined()
  const draft = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  expect(await page(`/invoices/${draft.id}`)).toContain(
    'Delivered and not booked as used or made: 1\u00a0ea Cupboard',
  )
  expect(await job.step('u1')).toBeUndefined()
  expect(await page(`/invoices/${draft.id}`)).not.toContain('not booked')
  await expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  const { boardid } = await expectOk(admin.get(`/api/jobs/${job.id}`))
  const lines = [{ materialid: job.line, quantity: 2 }]
  const note = await expectOk(admin.post('/api/delivery', { boardid, lines }))
  expect(await page(`/deliveries/${note.id}`)).toContain('2\u00a0ea of it booked as used by this note')
})
