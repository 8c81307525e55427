import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/tenant/index.ts'
import { readUnbilledTime } from '#server/domains/work/timesheet/unbilled-time.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let bench: string
let board: string
let cupboard: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  const add = async (code: string, more: object) =>
    (await expectOk(admin().post('/api/inventory', { code, materialname: code, ...more }))).id
  bench = await add('Bench work', { baseunit: 'hour', rate: 150 })
  board = await add('Board', { baseunit: 'sheet', inventoryclass: 2, rate: 80 })
  cupboard = await add('Cupboard', { baseunit: 'each', inventoryclass: 3, price: 900 })
  const inputs = [
    { inventoryid: board, quantity: 2 },
    { inventoryid: bench, quantity: 1 },
  ]
  await expectOk(admin().call('PUT', `/api/inventory/${cupboard}/inputs`, inputs))
})
afterAll(() => server.stop())

const admin = () => server.people.admin

type Line = {
  id: string
  version: number
  inventoryid: string
  estimated: number
  consumed: number
  workedminutes: number
}

async function jobOfCupboards(estimated: number) {
  const jobid = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
  const line = { jobid, inventoryid: cupboard, role: 2, estimated }
  const { id } = await expectOk(admin().post('/api/materials', line))
  return { jobid, lineid: id as string }
}

const work = (jobid: string, minutes: number, more: object = {}) =>
  expectOk(
    admin().post('/api/jobs/timesheet', {
      jobid,
      workerid: shop.worker,
      minutes,
      inventoryid: bench,
      ...more,
    }),
  )
const labourOf = async (jobid: string): Promise<Line> => {
  const lines: Line[] = await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))
  return lines.find(({ inventoryid }) => inventoryid === bench)!
}
const plan = (jobid: string) => expectOk(admin().get(`/api/jobs/${jobid}/timesheet/bill`))
const finish = (lineid: string, body: object) =>
  expectOk(admin().post(`/api/materials/${lineid}/finish`, body))
const totals = (jobid: string) => expectOk(admin().get(`/api/jobs/${jobid}/totals`))

test('time worked on what is made stands in place of the labour that its product planned, and charges nothing', async () => {
  const { jobid } = await jobOfCupboards(4)
  await work(jobid, 300, { inventoryid: null })
  const { lines, net } = await plan(jobid)
  expect(lines).toMatchObject([
    {
      material: { id: bench },
      minutes: 300,
      net: 0,
      line: { quantity: 4, used: false, ofproduct: true, product: 'Cupboard' },
    },
  ])
  expect(net).toBe(0)
  const [{ entryids }] = lines
  const bill = (body: object) => expectOk(admin().post(`/api/jobs/${jobid}/timesheet/bill`, body))
  await bill({ entryids, beside: false })
  expect(await labourOf(jobid)).toMatchObject({ estimated: 4, consumed: 5, workedminutes: 300 })
  // More of it comes to that, and is no line that the client pays for.
  await work(jobid, 90)
  const [more] = (await plan(jobid)).lines
  expect(more).toMatchObject({ net: 0, line: { quantity: 5, used: false, timed: true } })
  await bill({ entryids: more.entryids, beside: false })
  expect(await labourOf(jobid)).toMatchObject({ consumed: 6.5, workedminutes: 390 })
  // Four cupboards of two sheets are planned; labour costs once what was worked.
  const { cost, actual } = await totals(jobid)
  expect([cost.actual, cost.labour, actual.net]).toEqual([cost.labour, cost.labour, 0])
  expect(cost.quoted).toBe(4 * (2 * 80 + 150))
})

test('time that names no labour is that of what is made until its plan is full, then that of the quoted line', async () => {
  const fitting = (
    await expectOk(
      admin().post('/api/inventory', {
        code: 'Fitting',
        materialname: 'Fitting',
        baseunit: 'hour',
        rate: 480,
      }),
    )
  ).id as string
  const { jobid } = await jobOfCupboards(4)
  await expectOk(admin().post('/api/materials', { jobid, role: 4, inventoryid: fitting, estimated: 3 }))
  await work(jobid, 180, { inventoryid: null, date: '2026-01-05' })
  expect((await plan(jobid)).lines).toMatchObject([
    { material: { id: bench }, minutes: 180, net: 0, line: { ofproduct: true, product: 'Cupboard' } },
  ])
  await work(jobid, 60, { date: '2026-01-06' })
  await work(jobid, 150, { inventoryid: null, date: '2026-01-07' })
  expect((await plan(jobid)).lines).toMatchObject([
    { material: { id: bench }, minutes: 240, net: 0 },
    { material: { id: fitting }, minutes: 150, line: { quantity: 3, ofproduct: false } },
  ])
})

test('finishing takes the time that was worked, once, and the plan where nobody worked', async () => {
  const { jobid, lineid } = await jobOfCupboards(4)
  await finish(lineid, { quantity: 1 })
  expect(await labourOf(jobid)).toMatchObject({ consumed: 1, workedminutes: 0 })
  const other = await jobOfCupboards(4)
  await work(other.jobid, 300)
  const dialog = await htmxRequest(server, admin(), 'GET', `/joblines/${other.lineid}/inputs`)
  expect(dialog.html.replaceAll('\u00a0', ' ')).toContain('5 h 00 worked on this job are booked on it')
  await finish(other.lineid, { quantity: 3 })
  expect(await labourOf(other.jobid)).toMatchObject({ consumed: 5, workedminutes: 300 })
  await finish(other.lineid, { quantity: 1 })
  expect(await labourOf(other.jobid)).toMatchObject({ consumed: 5, workedminutes: 300 })
  expect((await plan(other.jobid)).lines).toEqual([])
})

test('who says how much labour was used is believed, and the time is left for them to book', async () => {
  const { jobid, lineid } = await jobOfCupboards(2)
  await work(jobid, 300)
  const { id } = await labourOf(jobid)
  await finish(lineid, { quantity: 2, inputs: [{ materialid: id, quantity: 3 }] })
  expect(await labourOf(jobid)).toMatchObject({ consumed: 3, workedminutes: 0 })
  expect((await plan(jobid)).lines).toMatchObject([{ minutes: 300, line: { used: true, quantity: 3 } }])
})

test('a fixed price has its time in it, which its products book all the same', async () => {
  const { jobid, lineid } = await jobOfCupboards(2)
  await server.services.tenants.write(server.accountid, by, (tx) =>
    tx.db.update(jobs).set({ fixedprice: true }).where(eq(jobs.id, jobid)).run(),
  )
  await work(jobid, 150)
  await finish(lineid, { quantity: 2 })
  expect(await labourOf(jobid)).toMatchObject({ consumed: 2.5, workedminutes: 150 })
  await work(jobid, 60)
  const beside = await admin().post(`/api/jobs/${jobid}/timesheet/bill`, { beside: true })
  expect([beside.status, beside.body.message]).toEqual([400, expect.stringContaining('fixed price')])
})

test('no invoice asks for the time of what is made', async () => {
  const { jobid } = await jobOfCupboards(2)
  await work(jobid, 150)
  const unbilled = server.services.tenants.read(server.accountid, (db) => readUnbilledTime(db, jobid))
  expect(unbilled.groups).toEqual([])
})
