import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let bench: string
let wood: string
let table: string
let stool: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
  const add = async (code: string, more: object) =>
    (await expectOk(admin().post('/api/inventory', { code, materialname: code, ...more }))).id
  bench = await add('Bench hour', { baseunit: 'hour', rate: 300 })
  wood = await add('Wood', { baseunit: 'm', inventoryclass: 2, rate: 20 })
  table = await add('Table', { baseunit: 'each', inventoryclass: 3, price: 1500 })
  stool = await add('Stool', { baseunit: 'each', inventoryclass: 3, price: 400 })
  const inputs = (metres: number, hours: number) => [
    { inventoryid: wood, quantity: metres },
    { inventoryid: bench, quantity: hours },
  ]
  await expectOk(admin().call('PUT', `/api/inventory/${table}/inputs`, inputs(3, 2)))
  await expectOk(admin().call('PUT', `/api/inventory/${stool}/inputs`, inputs(1, 1)))
})
afterAll(() => server.stop())

const admin = () => server.people.admin

async function jobOf(lines: object[]) {
  const jobid = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
  const ids: string[] = []
  for (const line of lines)
    ids.push((await expectOk(admin().post('/api/materials', { jobid, role: 2, ...line }))).id)
  return { jobid, ids }
}

/** Two tables, four hours in them, and an hour of fitting that is charged. */
const tablesAndFitting = () =>
  jobOf([
    { inventoryid: table, estimated: 2, linerate: 1500 },
    { inventoryid: bench, estimated: 1, linerate: 300 },
  ])

const work = (jobid: string, minutes: number, more: object = {}) =>
  expectOk(
    admin().post('/api/jobs/timesheet', {
      ...{ jobid, workerid: shop.worker, minutes, inventoryid: bench },
      ...more,
    }),
  )
const plan = (jobid: string) => expectOk(admin().get(`/api/jobs/${jobid}/timesheet/bill`))
const bill = (jobid: string, body: object) =>
  expectOk(admin().post(`/api/jobs/${jobid}/timesheet/bill`, body))
const totals = (jobid: string) => expectOk(admin().get(`/api/jobs/${jobid}/totals`))
type Line = { id: string; inventoryid: string; jobproduct: string | null; consumed: number }
const benchLines = async (jobid: string): Promise<Line[]> =>
  (await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`))).filter(
    ({ inventoryid }: Line) => inventoryid === bench,
  )
const usedOf = async (jobid: string) =>
  (await benchLines(jobid)).map(({ consumed }) => consumed).toSorted((a, b) => a - b)
type Offered = { minutes: number; net: number; entryids: string[]; line: { id: string; ofproduct: boolean } }

test('time is set against what is planned: first into what is made, the rest is charged, and costs once', async () => {
  const { jobid, ids } = await tablesAndFitting()
  await work(jobid, 300)
  const { lines } = await plan(jobid)
  expect(lines).toMatchObject([
    { minutes: 240, net: 0, line: { quantity: 4, ofproduct: true } },
    { minutes: 60, net: 300, line: { quantity: 1, ofproduct: false, net: 300 } },
  ])
  const entryids = lines.flatMap((line: Offered) => line.entryids)
  expect(new Set(entryids).size).toBe(1)
  await bill(jobid, { entryids: [...new Set(entryids)], beside: false })
  expect(await usedOf(jobid)).toEqual([1, 4])
  await expectOk(admin().post(`/api/materials/${ids[0]}/finish`, { quantity: 2 }))
  expect(await usedOf(jobid)).toEqual([1, 4])
  // 6 m of wood at 20, five hours at 120; two tables and an hour are charged.
  const { cost, actual, margin } = await totals(jobid)
  expect([cost.actual, cost.labour, cost.untimed, actual.net]).toEqual([720, 600, 0, 3300])
  expect(margin.actual).toBe(2580)
  expect((await plan(jobid)).lines).toEqual([])
  const times: { time: number }[] = await expectOk(admin().get(`/api/jobs/${jobid}/timesheet`))
  expect(times.map(({ time }) => time).toSorted()).toEqual([240, 60])
})

test('finishing takes its own part of the time, and leaves what is charged', async () => {
  const { jobid, ids } = await tablesAndFitting()
  await work(jobid, 300)
  await expectOk(admin().post(`/api/materials/${ids[0]}/finish`, { quantity: 2 }))
  expect(await usedOf(jobid)).toEqual([0, 4])
  expect((await plan(jobid)).lines).toMatchObject([{ minutes: 60, line: { ofproduct: false } }])
})

test('what is worked beyond all plans is asked about where it is charged, and left out it costs once', async () => {
  const { jobid, ids } = await tablesAndFitting()
  await work(jobid, 420)
  const [making, fitting]: Offered[] = (await plan(jobid)).lines
  expect([making!.minutes, fitting!.minutes, fitting!.net]).toEqual([240, 180, 900])
  const only = ({ entryids, line }: Offered) => ({ entryids, lineids: [line.id] })
  await bill(jobid, { ...only(fitting!), leaveout: true })
  await bill(jobid, { ...only(making!), beside: false })
  await expectOk(admin().patch(`/api/materials/${ids[1]}`, { consumed: 1 }))
  expect(await usedOf(jobid)).toEqual([1, 4])
  const { cost, actual } = await totals(jobid)
  expect([cost.labour, cost.untimed, actual.net]).toEqual([840, 0, 300])
  const times: { id: string; billable: boolean; billed: boolean }[] = await expectOk(
    admin().get(`/api/jobs/${jobid}/timesheet`),
  )
  const out = times.find(({ billable }) => !billable)!
  expect(out.billed).toBe(false)
  await expectOk(admin().patch(`/api/jobs/timesheet/${out.id}`, { billable: true }))
  expect((await plan(jobid)).lines).toMatchObject([{ minutes: 180 }])
})

test('two products share the time of one labour item by their planned hours', async () => {
  const { jobid } = await jobOf([
    { inventoryid: table, estimated: 2 },
    { inventoryid: stool, estimated: 2 },
  ])
  await work(jobid, 180, { date: '2026-01-19' })
  await work(jobid, 360, { date: '2026-01-19' })
  // 9 h for 4 h and 2 h: 6 and 3.
  await bill(jobid, { beside: false })
  expect(await usedOf(jobid)).toEqual([3, 6])
  expect((await totals(jobid)).cost.labour).toBe(9 * 120)
})

test('left out time is the cost of its line again once that is used again', async () => {
  const { jobid, ids } = await jobOf([{ inventoryid: bench, estimated: 3, linerate: 300 }])
  await work(jobid, 120, { date: '2026-01-20' })
  await bill(jobid, { leaveout: true })
  const costOf = async (consumed: number) => {
    await expectOk(admin().patch(`/api/materials/${ids[0]}`, { consumed }))
    return (await totals(jobid)).cost.labour
  }
  expect([await costOf(3), await costOf(0), await costOf(3)]).toEqual([240, 240, 240])
})
