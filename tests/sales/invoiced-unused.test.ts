import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { makeItem } from '#tests/stock/support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openSteps } from '#tests/work/consignment-steps.ts'
import { issueNote, jobToDeliver } from '#tests/work/deliveries-support.ts'
import { by } from '#tests/work/jobs-support.ts'
import { createInvoiceFixtures, type InvoiceFixtures } from './invoices-support.ts'
import { BOUGHT, COST, MADE, USED } from './seven-metres-support.ts'

let server: TestServer
let shop: InvoiceFixtures
let steps: Awaited<ReturnType<typeof openSteps>>
beforeAll(async () => {
  server = await startTestServer()
  shop = await createInvoiceFixtures(server)
  steps = await openSteps(server, shop)
})
afterAll(() => server.stop())

const unbilledOf = async (id: string) => {
  const rows = await expectOk(server.people.admin.get('/api/billing?take=500'))
  return (rows as { id: string; value: number }[]).find((row) => row.id === id)?.value
}

const kinds = [
  ['stock', USED, 38],
  ['made', MADE, 40],
  ['bought', BOUGHT, 0],
] as const

test.each(kinds)(
  'what nobody used and is delivered after the invoice is charged: %s',
  async (_, kind, ours) => {
    const job = await steps.run(kind, 'I', { total: 2, used: 1 })
    expect(job).toMatchObject({ status: 5, next: 0 })
    expect(await job.step('n2')).toBeUndefined()
    const next = { status: 4, next: 1, cost: 2 * COST, margin: 160 - 2 * COST, ours }
    expect(await job.figures()).toMatchObject(next)
    expect(await unbilledOf(job.id)).toBe(80)
    const { nextstep } = await expectOk(server.people.admin.get(`/api/jobs/${job.id}?brief=true`))
    expect(nextstep).toBe('prepare')
    expect(await job.step('I')).toBeUndefined()
    expect(await job.figures()).toMatchObject({ ...next, status: 5, next: 0 })
    expect(steps.faults()).toEqual([])
  },
)

test.each([
  ['stock', USED, 'C2 s1 I r1 n1', 0],
  ['made', MADE, 'C2 s1 I r1 n1', 2],
  // Nobody made the second piece before it was sold.
  ['made later', MADE, 'n1 I C1 s1', 1],
] as const)('what came back unsold, or is sold, is charged then: %s, %s, %s', async (_, kind, what, used) => {
  const job = await steps.run(kind, what, { total: 2, used })
  expect(job).toMatchObject({ status: 4, cost: 2 * COST, margin: 160 - 2 * COST, theirs: 0 })
  expect(job.next).toBe(1)
  expect(await job.step('I')).toBeUndefined()
  expect(await job.figures()).toMatchObject({ status: 5, next: 0 })
  expect(steps.faults()).toEqual([])
})

/** A gate that takes two bars, of which ten are in stock; none is made yet. */
async function gate(more: object) {
  const { admin } = server.people
  const ids = await server.services.tenants.write(server.accountid, by, (tx) => {
    const bar = makeItem(tx, { materialname: 'Bar', inventoryclass: 2 })
    const made = makeItem(tx, { materialname: 'Gate', inventoryclass: MADE })
    tx.invalidateCaches()
    return { bar, made }
  })
  await expectOk(admin.post('/api/inventory/inbound', { inventoryid: ids.bar, quantity: 10, cost: 5 }))
  await expectOk(
    admin.call('PUT', `/api/inventory/${ids.made}/inputs`, [{ inventoryid: ids.bar, quantity: 2 }]),
  )
  const line = { inventoryid: ids.made, unit: undefined, estimated: 2, linerate: 80 }
  const { id, lines, reference } = await jobToDeliver(shop, [line])
  await expectOk(admin.patch(`/api/jobs/${id}`, { ...more, status: 4, confirmed: true }))
  const held = async (item: string) => {
    const [row] = await expectOk(admin.get(`/api/inventory/stockonhand?inventoryids=${item}`))
    return (row?.storage ?? []).reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)
  }
  return { ...ids, id, reference, line: lines[0]!, held }
}

test('what nobody made and a note delivers of an invoiced fixed price is made by it, with what goes in', async () => {
  const { admin } = server.people
  const job = await gate({ fixedprice: true })
  const draft = await expectOk(admin.post('/api/invoices', { jobid: job.id }))
  await expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  const lines = [{ materialid: job.line, quantity: 1 }]
  const note = await expectOk(admin.post('/api/delivery', { boardid: shop.boardid, lines }))
  const page = (await admin.get(`/deliveries/${note.id}`)).text.replace(/<[^>]+>/g, '')
  expect(page).toContain('1\u00a0ea of it booked as made by this note')
  expect(page).not.toContain('not made yet')
  await expectOk(admin.patch(`/api/delivery/${note.id}`, { status: 'issued' }))
  expect([await job.held(job.made), await job.held(job.bar)]).toEqual([0, 8])
  await issueNote(admin, shop.boardid, lines)
  expect([await job.held(job.made), await job.held(job.bar)]).toEqual([0, 6])
  const { cost } = await expectOk(admin.get(`/api/jobs/${job.id}/totals`))
  expect(cost.actual).toBe(20)
  const place = server.services.tenants.read(server.accountid, (db) => findJobPlace(db, job.id))
  expect(place?.status).toBe(5)
  expect(steps.faults()).toEqual([])
})

test('who issues the note is told that its job is to be invoiced again', async () => {
  const { admin } = server.people
  const { id, lines, reference } = await jobToDeliver(shop, [{ estimated: 2, consumed: 1 }])
  await expectOk(admin.patch(`/api/jobs/${id}`, { status: 4, confirmed: true }))
  const draft = await expectOk(admin.post('/api/invoices', { jobid: id }))
  await expectOk(admin.post(`/api/invoices/${draft.id}/issue`))
  const note = await expectOk(
    admin.post('/api/delivery', { boardid: shop.boardid, lines: [{ materialid: lines[0], quantity: 2 }] }),
  )
  const page = (await admin.get(`/deliveries/${note.id}`)).text.replace(/<[^>]+>/g, '')
  expect(page).toContain('1\u00a0ea of it booked as used by this note, and then to be invoiced')
  const { body } = await admin.patch(`/api/delivery/${note.id}`, { status: 'issued' })
  expect(body.message).toContain(`Job ${reference} is to be invoiced again`)
})
