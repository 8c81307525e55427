import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  completeJob,
  createInvoiceFixtures,
  type InvoiceFixtures,
  readDraft,
} from '#tests/sales/invoices-support.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer()
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin

/** Approved by its client at 2 × R 100 and VAT, then done with more. */
async function approvedEstimate() {
  const id = await completeJob(office, [{ linerate: 100, estimated: 2, consumed: 0 }], { status: 1 })
  const { url } = await expectOk(admin().post(`/api/jobs/${id}/links`, { purpose: 'approve' }))
  const body = new URLSearchParams({ answer: 'approve', name: 'Jan Smit' })
  const answer = await fetch(url.replace(/^https?:\/\/[^/]+/, server.url), { method: 'POST', body })
  expect(answer.status).toBe(200)
  return id
}

async function approvedJob(consumed: number) {
  const id = await approvedEstimate()
  const { materials } = await expectOk(admin().get(`/api/jobs/${id}`))
  await expectOk(
    admin().patch(`/api/materials/${materials[0].id}`, { consumed, version: materials[0].version }),
  )
  await expectOk(admin().post('/api/jobs/reorder', { jobid: id, lane: 4, afterid: null, confirmed: true }))
  return id
}

const dialog = async (id: string) => (await htmxRequest(server, admin(), 'GET', `/invoices/${id}`)).html

test('an invoice of what was approved says nothing', async () => {
  const draft = await readDraft(office, await approvedJob(2))
  expect(draft.overapproved).toBeNull()
  expect(await dialog(draft.id)).not.toContain('Jan Smit approved')
})

test('one of more says by how much, and repeats it before it is issued', async () => {
  const draft = await readDraft(office, await approvedJob(3))
  expect(draft.overapproved).toMatchObject({ approved: 230, charged: 345, name: 'Jan Smit', consumer: false })
  const html = await dialog(draft.id)
  expect(html).toContain('Jan Smit approved R\u00a0230,00')
  expect(html).toContain('R\u00a0115,00 more')
  expect(html).toContain('data-confirm-also')
  expect(html).not.toContain('Consumer Protection Act')
})

test('it names section 15 of the Consumer Protection Act where the client is a consumer', async () => {
  const client = await expectOk(admin().get(`/api/clients/${office.clients[0]}`))
  const change = (consumer: boolean, version: number) =>
    expectOk(admin().patch(`/api/clients/${office.clients[0]}`, { consumer, version }))
  const { version } = await change(true, client.version)
  const draft = await readDraft(office, await approvedJob(3))
  expect(draft.overapproved).toMatchObject({ consumer: true })
  expect(await dialog(draft.id)).toContain('section 15 of the Consumer Protection Act')
  await change(false, version)
})

test('what was left off a payment in cash is charged all the same', async () => {
  const id = await approvedJob(3)
  const { materials } = await expectOk(admin().get(`/api/jobs/${id}`))
  const part = (quantity: number) =>
    expectOk(admin().post('/api/invoices', { jobid: id, lines: [{ materialid: materials[0].id, quantity }] }))
  const first = await part(1.0001)
  const issued = await expectOk(admin().post(`/api/invoices/${first.id}/issue`))
  const cash = Math.floor(issued.total * 10) / 10
  expect(cash).not.toBe(issued.total)
  await expectOk(admin().post(`/api/invoices/${first.id}/payments`, { amount: cash, method: 'cash' }))
  expect((await part(1.9999)).overapproved).toMatchObject({ approved: 230, charged: 345 })
})

/** Approved by a person of the account at 2 × R 100 and VAT, as who was told so on the telephone. */
async function approvedByHand(consumed: number) {
  const id = await completeJob(office, [{ linerate: 100, estimated: 2, consumed: 0 }], { status: 1 })
  const move = (lane: number) =>
    expectOk(admin().post('/api/jobs/reorder', { jobid: id, lane, afterid: null, confirmed: true }))
  await move(3)
  const { version, materials } = await expectOk(admin().get(`/api/jobs/${id}`))
  await expectOk(admin().patch(`/api/jobs/${id}`, { acceptedby: 'Mrs Naidoo', version }))
  await expectOk(
    admin().patch(`/api/materials/${materials[0].id}`, { consumed, version: materials[0].version }),
  )
  await move(4)
  return id
}

test('more than was quoted is said too where the owner recorded the yes, and less', async () => {
  const over = await readDraft(office, await approvedByHand(3))
  expect(over.overapproved).toMatchObject({ approved: 230, charged: 345, name: 'Mrs Naidoo', bylink: false })
  expect(await dialog(over.id)).toContain('Mrs Naidoo approved R\u00a0230,00')
  const same = await readDraft(office, await approvedByHand(2))
  expect([same.overapproved, same.underapproved]).toEqual([null, null])
  const jobid = await approvedByHand(1)
  const under = await readDraft(office, jobid)
  expect(under.underapproved).toMatchObject({ approved: 230, charged: 115 })
  const html = await dialog(under.id)
  expect(html).toContain('R\u00a0115,00 less')
  expect(html).toContain('for R\u00a0115,00?')
  await admin().delete(`/api/invoices/${under.id}`)
  const part = await expectOk(admin().post('/api/invoices', { jobid, percent: 50 }))
  expect(part.underapproved).toBeNull()
})

test('an approval that is withdrawn and given anew is of the price of that day', async () => {
  const id = await completeJob(office, [{ linerate: 100, estimated: 2, consumed: 0 }], { status: 3 })
  const move = (lane: number) =>
    expectOk(admin().post('/api/jobs/reorder', { jobid: id, lane, afterid: null, confirmed: true }))
  await move(1)
  const [line] = (await expectOk(admin().get(`/api/jobs/${id}`))).materials
  const change = { estimated: 3, consumed: 3, version: line.version }
  await expectOk(admin().patch(`/api/materials/${line.id}`, change))
  await move(4)
  expect(await readDraft(office, id)).toMatchObject({ overapproved: null, underapproved: null, total: 345 })
})

test('parts of a job are added up', async () => {
  const id = await approvedJob(3)
  const { materials } = await expectOk(admin().get(`/api/jobs/${id}`))
  const part = (quantity: number) =>
    expectOk(admin().post('/api/invoices', { jobid: id, lines: [{ materialid: materials[0].id, quantity }] }))
  const first = await part(2)
  expect(first.overapproved).toBeNull()
  await expectOk(admin().post(`/api/invoices/${first.id}/issue`))
  const rest = await part(1)
  expect(rest.overapproved).toMatchObject({ approved: 230, charged: 345 })
})

test('a job says what its client approved once it is quoted otherwise, to whoever sees prices', async () => {
  const id = await approvedEstimate()
  const job = (who = admin()) => expectOk(who.get(`/api/jobs/${id}`))
  const [line] = (await job()).materials
  expect((await job()).changed).toBeNull()
  const { version } = await expectOk(
    admin().patch(`/api/materials/${line.id}`, { estimated: 3, version: line.version }),
  )
  const changed = { name: 'Jan Smit', approved: 230, now: 345, vendor: true }
  expect((await job()).changed).toEqual({ ...changed, sent: false })
  await expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
  expect((await job()).changed).toEqual({ ...changed, sent: true })
  expect((await job(server.people.jobs)).changed).toBeNull()
  await expectOk(admin().patch(`/api/materials/${line.id}`, { estimated: 2, version }))
  expect((await job()).changed).toBeNull()
})

const linesOf = async (id: string) => (await expectOk(admin().get(`/api/jobs/${id}`))).materials
const estimate = async (id: string, estimated: number) => {
  const [line] = await linesOf(id)
  await expectOk(admin().patch(`/api/materials/${line.id}`, { estimated, version: line.version }))
}
const move = (jobid: string, lane: number) =>
  expectOk(admin().post('/api/jobs/reorder', { jobid, lane, afterid: null, confirmed: true }))
const changedOf = async (id: string) => (await expectOk(admin().get(`/api/jobs/${id}`))).changed

test.each([
  ['whoever was named', { acceptedby: 'Mrs Dlamini' }, 'Mrs Dlamini'],
  ['the office, where nobody was named', {}, 'admin Tester'],
])('a job that was approved by hand says so of %s too', async (_, body, name) => {
  const id = await completeJob(office, [{ linerate: 100, estimated: 2, consumed: 0 }], { status: 1 })
  await expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
  await expectOk(admin().patch(`/api/jobs/${id}`, { ...body, status: 3 }))
  expect(await changedOf(id)).toBeNull()
  await estimate(id, 3)
  expect(await changedOf(id)).toEqual({ name, approved: 230, now: 345, vendor: true, sent: false })
  await estimate(id, 2)
  expect(await changedOf(id)).toBeNull()
})

test('the newer approval counts, by a link or by hand', async () => {
  const id = await approvedEstimate()
  await estimate(id, 3)
  await move(id, 1)
  await move(id, 3)
  expect(await changedOf(id)).toBeNull()
  await estimate(id, 2)
  expect(await changedOf(id)).toMatchObject({ approved: 345, now: 230 })
})
