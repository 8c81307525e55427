import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createInvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { COST, MADE, USED } from '#tests/sales/seven-metres-support.ts'
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

test.each([false, true])(
  'what was scrapped of an invoiced job is replaced by what is in stock alone: fixed %p',
  async (fixedprice) => {
    const job = await steps.begin(MADE, { total: 2, noted: 2, fixedprice })
    const stock = (quantity: number, way: 'inbound' | 'outbound') => {
      const cost = way === 'inbound' ? { cost: COST } : {}
      const body = { inventoryid: job.item, quantity, ...cost }
      return expectOk(server.people.admin.post(`/api/inventory/${way}`, body))
    }
    for (const step of ['I', 'z1']) expect(await job.step(step)).toBeUndefined()
    await stock(40, 'outbound')
    expect(await job.figures()).toMatchObject({ ours: 0, status: 5 })
    expect(await job.step('n1')).toContain('so no more is finished on it: finish it on another job')
    expect(await job.figures()).toMatchObject({ ours: 0, status: 5 })
    await stock(1, 'inbound')
    expect(await job.step('n1')).toBeUndefined()
    expect(await job.figures()).toMatchObject({ ours: 0, status: 5, next: 0 })
    expect(steps.faults()).toEqual([])
  },
)

test.each([false, true])(
  'what was scrapped of a job that is not invoiced goes out again once it is made: fixed %p',
  async (fixedprice) => {
    const job = await steps.begin(MADE, { total: 2, noted: 2, fixedprice })
    const stock = { inventoryid: job.item, quantity: 40 }
    await expectOk(server.people.admin.post('/api/inventory/outbound', stock))
    expect(await job.step('z1')).toBeUndefined()
    expect(await job.step('n1')).toContain('to replace what came back: finish it on job')
    for (const step of ['u1', 'n1', 'I']) expect(await job.step(step)).toBeUndefined()
    expect(await job.figures()).toMatchObject({ ours: 0, status: 5, next: 0, margin: 2 * 80 - 3 * COST })
    expect(steps.faults()).toEqual([])
  },
)

test('of what came back unsold it is said that nothing is sold', async () => {
  const job = await steps.begin(MADE, { total: 10 })
  const nextstep = async () => (await expectOk(server.people.admin.get(`/api/jobs/${job.id}`))).nextstep
  expect(await job.step('C10')).toBeUndefined()
  expect(await nextstep()).toBeNull()
  expect(await job.step('r10')).toBeUndefined()
  expect(await nextstep()).toBe('deliver')
  const refused = await job.step('I')
  expect(refused).toContain('it came back and is in stock')
  expect(refused).not.toContain('enter what was used')
  for (const step of ['n10', 'I']) expect(await job.step(step)).toBeUndefined()
})

test.each([USED, MADE])(
  'a job of which goods lie unsold at the client’s stays open until all are sold or back (%d)',
  async (kind) => {
    const job = await steps.begin(kind, { total: 4 })
    const stands = async () => {
      const { status, nextstep } = await expectOk(server.people.admin.get(`/api/jobs/${job.id}`))
      return { status, nextstep }
    }
    expect(await job.step('C4')).toBeUndefined()
    expect(await stands()).toEqual({ status: 4, nextstep: null })
    expect(await job.step('I')).toContain('lies at the client’s on consignment')
    for (const step of ['s2', 'I']) expect(await job.step(step)).toBeUndefined()
    expect(await stands()).toEqual({ status: 4, nextstep: null })
    expect(await job.step('s1')).toBeUndefined()
    expect(await stands()).toEqual({ status: 4, nextstep: 'prepare' })
    for (const step of ['I', 'r1']) expect(await job.step(step)).toBeUndefined()
    expect((await stands()).status).toBe(5)
    expect(await job.step('C1')).toBeUndefined()
    expect(await stands()).toEqual({ status: 4, nextstep: null })
    expect(await job.step('r1')).toBeUndefined()
    expect((await stands()).status).toBe(5)
  },
)

test.each([
  ['I z1', 'C1', false],
  ['I z1', 'C1', true],
  ['z1', 'C1', false],
  ['I z1 c1', 'n1', false],
  ['I z1 c1', 'C1', false],
  ['I z1 c1', 'n1', true],
])(
  'after %s nothing that is not there replaces what was scrapped by %s: fixed %p',
  async (before, way, fixedprice) => {
    const job = await steps.begin(MADE, { total: 1, noted: 1, fixedprice })
    const stock = { inventoryid: job.item, quantity: 40 }
    await expectOk(server.people.admin.post('/api/inventory/outbound', stock))
    for (const step of before.split(' ')) expect(await job.step(step)).toBeUndefined()
    const places = job.places()
    expect(places).toEqual({ ours: 0, theirs: 0 })
    expect(await job.step(way)).toContain('There is not enough of')
    expect(job.places()).toEqual(places)
    await expectOk(server.people.admin.post('/api/inventory/inbound', { ...stock, quantity: 1, cost: COST }))
    expect(await job.step(way)).toBeUndefined()
    expect(job.places()).toEqual({ ours: 0, theirs: way === 'C1' ? 1 : 0 })
    expect(steps.faults()).toEqual([])
  },
)

test.each([false, true])(
  'of a job that is invoiced in part, what was scrapped and credited is replaced once another is made: fixed %p',
  async (fixedprice) => {
    const job = await steps.begin(MADE, { total: 2, noted: 2, fixedprice })
    const stock = { inventoryid: job.item, quantity: 40 }
    await expectOk(server.people.admin.post('/api/inventory/outbound', stock))
    for (const step of ['L1', 'z1', 'c1']) expect(await job.step(step)).toBeUndefined()
    for (const way of ['n1', 'C1']) expect(await job.step(way)).toContain('finish it on job')
    expect(job.places()).toEqual({ ours: 0, theirs: 0 })
    for (const step of ['u1', 'n1', 'I']) expect(await job.step(step)).toBeUndefined()
    const cost = 3 * COST
    expect(await job.figures()).toMatchObject({ ours: 0, status: 5, next: 0, cost, margin: 160 - cost })
    expect(steps.faults()).toEqual([])
  },
)
