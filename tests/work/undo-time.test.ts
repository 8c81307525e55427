import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { organisations } from '#db/schema/tenant/index.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let labour: string
let table: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  await server.services.tenants.write(server.accountid, by, (tx) => {
    const instants = { createdutc: tx.now, updatedutc: tx.now }
    const values = { id: randomUUIDv7(), name: 'Dlamini Plumbing', flagdefault: true, city: 'Durban' }
    tx.db
      .insert(organisations)
      .values({ ...values, ...instants })
      .run()
    tx.invalidateCaches()
  })
  const add = async (code: string, more: object) =>
    (await expectOk(admin().post('/api/inventory', { code, materialname: code, ...more }))).id
  labour = await add('Artisan', { baseunit: 'hour', rate: 550 })
  table = await add('Table', { baseunit: 'each', inventoryclass: 3, price: 1500 })
  await expectOk(
    admin().call('PUT', `/api/inventory/${table}/inputs`, [{ inventoryid: labour, quantity: 2 }]),
  )
})
afterAll(() => server.stop())

const admin = () => server.people.admin

/** Of what the job charges, an hour and a half was worked that stands on no line. */
async function workedJob(lines: object[], minutes = 90, named = true) {
  const jobid = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
  await admin().patch(`/api/jobs/${jobid}`, { client: shop.clients[0], location: shop.locations[0] })
  for (const line of lines) await expectOk(admin().post('/api/materials', { jobid, role: 2, ...line }))
  const time = { jobid, workerid: shop.worker, minutes, inventoryid: named ? labour : null }
  await expectOk(admin().post('/api/jobs/timesheet', { ...time, date: '2026-01-19' }))
  return jobid
}

const sixHours = () => ({ inventoryid: labour, estimated: 6, consumed: 6 })
const bill = (jobid: string, choice: object) =>
  expectOk(admin().post(`/api/jobs/${jobid}/timesheet/bill`, choice))
const undo = (jobid: string, choice: string, who = admin()) =>
  who.post(`/api/jobs/${jobid}/timesheet/bill/${choice}/undo`)

/** All that a choice about time changes. */
async function standing(jobid: string) {
  const sheet: Record<string, unknown>[] = await expectOk(admin().get(`/api/jobs/${jobid}/timesheet`))
  const lines: Record<string, unknown>[] = await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
  return {
    time: sheet.map(({ id, time, billable, billed, inventoryid }) => ({
      id,
      time,
      billable,
      billed,
      inventoryid,
    })),
    lines: lines.map(({ id, consumed, actualnet }) => ({ id, consumed, actualnet })),
    plan: await expectOk(admin().get(`/api/jobs/${jobid}/timesheet/bill`)),
    totals: await expectOk(admin().get(`/api/jobs/${jobid}/totals`)),
  }
}

test('each choice about worked time is taken back whole', async () => {
  const cases = [
    { lines: [sixHours()], choice: { beside: false } },
    { lines: [sixHours()], choice: { beside: true } },
    { lines: [sixHours()], choice: { leaveout: true } },
    { lines: [], choice: {} },
    { lines: [sixHours()], choice: { beside: true }, named: false },
    // Four hours go into two tables, the rest is charged.
    {
      lines: [
        { inventoryid: table, estimated: 2 },
        { inventoryid: labour, estimated: 1 },
      ],
      choice: { beside: false },
      minutes: 300,
    },
  ]
  for (const { lines, choice, minutes, named } of cases) {
    const jobid = await workedJob(lines, minutes, named)
    const before = await standing(jobid)
    const done = await bill(jobid, choice)
    expect(await standing(jobid)).not.toEqual(before)
    await expectOk(undo(jobid, done.undo))
    expect(await standing(jobid), JSON.stringify(choice)).toEqual(before)
    expect((await undo(jobid, done.undo)).status).toBe(404)
    // The same choice comes to the same once more.
    await bill(jobid, choice)
  }
})

test('a draft offers to take the choice back, and asks again', async () => {
  for (const choice of ['beside=true', 'beside=false', 'leaveout=true']) {
    const jobid = await workedJob([sixHours()])
    await expectOk(admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true }))
    const { id } = await expectOk(admin().post('/api/invoices', { jobid }))
    const net = async () => (await expectOk(admin().get(`/api/invoices/${id}`))).net
    const before = await net()
    const { trigger } = await htmxRequest(server, admin(), 'POST', `/invoices/${id}/time?${choice}`)
    const { url } = trigger.snackbar.undo
    const back = await htmxRequest(server, admin(), 'POST', url)
    expect([back.status, back.trigger.snackbar.level]).toEqual([200, 'success'])
    expect(back.html).toContain('choose what the client pays')
    expect(await net()).toBe(before)
  }
})

test('the dialog of worked time offers it too', async () => {
  const jobid = await workedJob([])
  const before = await standing(jobid)
  const [entry] = before.time
  const form = { entryids: String(entry?.id) }
  const { trigger } = await htmxRequest(server, admin(), 'POST', `/timesheets/bill/${jobid}`, form)
  expect((await htmxRequest(server, admin(), 'POST', trigger.snackbar.undo.url)).status).toBe(200)
  expect(await standing(jobid)).toEqual(before)
})

test('a choice stays where its lines or its time were changed since, or somebody else made it', async () => {
  const jobid = await workedJob([sixHours()])
  const { undo: choice, lines } = await bill(jobid, { beside: false })
  expect((await undo(jobid, choice, server.people.agent)).status).toBe(404)
  expect((await undo(await workedJob([]), choice)).status).toBe(404)
  expect((await admin().post(`/api/jobs/bulk/${choice}/undo`)).status).toBe(404)
  await expectOk(admin().patch(`/api/materials/${lines[0]}`, { consumed: 3 }))
  const after = await standing(jobid)
  expect((await undo(jobid, choice)).status).toBe(409)
  expect(await standing(jobid)).toEqual(after)

  const other = await workedJob([sixHours()])
  const left = await bill(other, { leaveout: true })
  const [entry] = await expectOk(admin().get(`/api/jobs/${other}/timesheet`))
  await expectOk(admin().patch(`/api/jobs/timesheet/${entry.id}`, { detail: 'Geyser in the roof' }))
  expect((await undo(other, left.undo)).status).toBe(409)
})
