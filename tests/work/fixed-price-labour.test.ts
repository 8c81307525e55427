import { afterAll, beforeAll, expect, test } from 'bun:test'
import { costByJob } from '#server/domains/work/dashboard/margin.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
let worker: string
let fitting: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const { admin } = server.people
  worker = (await expectOk(admin.post('/api/workers', { name: 'Sipho', rate: 200 }))).id
  const item = { code: 'FIT', materialname: 'Fitting', baseunit: 'hour', rate: 240, price: 400 }
  fitting = (await expectOk(admin.post('/api/inventory', item))).id
})
afterAll(() => server.stop())

const admin = () => server.people.admin

/** Ten charged hours that were used as estimated, and a worktop. */
async function addJob(fixedprice: boolean): Promise<string> {
  const { boardid } = shop
  const { id } = await expectOk(admin().post('/api/jobs', { boardid, description: 'Kitchen', fixedprice }))
  const line = { jobid: id, role: 2, estimated: 1, consumed: 1 }
  await expectOk(
    admin().post('/api/materials/many', [
      { ...line, inventoryid: fitting, estimated: 10, consumed: 10 },
      { ...line, description: 'Worktop', linerate: 3000, costrate: 1000 },
    ]),
  )
  return id
}

const work = (jobid: string, hours: number) =>
  expectOk(admin().post('/api/jobs/timesheet', { jobid, workerid: worker, minutes: hours * 60 }))

/** As the job says it; what adds jobs up must say the same. */
async function costOf(jobid: string): Promise<number[]> {
  const { cost } = await expectOk(admin().get(`/api/jobs/${jobid}/totals`))
  const summed = server.services.tenants.read(server.accountid, (db) => costByJob(db, [jobid])(jobid))
  expect([summed.total / 100, summed.labour / 100]).toEqual([cost.actual, cost.labour])
  return [cost.labour, cost.untimed]
}

test('at a fixed price time stands for charged hours, so that neither costs twice', async () => {
  const job = await addJob(true)
  expect(await costOf(job)).toEqual([2400, 2400])
  await work(job, 8)
  // Eight hours at Sipho's R 200, and two that nobody timed at the item's R 240.
  expect(await costOf(job)).toEqual([2080, 480])
  await work(job, 4)
  expect(await costOf(job)).toEqual([2400, 0])
})

test('time of who has no hourly cost stands for none of them', async () => {
  const job = await addJob(true)
  const { id } = await expectOk(admin().post('/api/workers', { name: 'Learner' }))
  await expectOk(admin().post('/api/jobs/timesheet', { jobid: job, workerid: id, minutes: 480 }))
  expect(await costOf(job)).toEqual([2400, 2400])
})

test('without a fixed price a person says whether it is the same work', async () => {
  const job = await addJob(false)
  await work(job, 8)
  expect(await costOf(job)).toEqual([4000, 2400])
})
