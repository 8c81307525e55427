import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hasNewRates, showNewRates } from '#server/domains/work/workers/change-rates.ts'
import { readToday } from '#server/zone.ts'
import { htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const newJob = () => server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))

async function newWorker(rate: number): Promise<string> {
  const { body } = await admin().post('/api/workers', { name: `Worker ${Math.random()}`, rate })
  return body.data.id
}

const setRate = (workerid: string, startdate: string, rate: number, who = admin()) =>
  who.post(`/api/workers/${workerid}/rates`, { startdate, rate })
const ratesOf = async (workerid: string) =>
  (await admin().get(`/api/workers/${workerid}/rates`)).body.data.map(
    ({ startdate, rate }: { startdate: string | null; rate: number }) => [startdate, rate],
  )
const work = (jobid: string, workerid: string, date: string) =>
  admin().post('/api/jobs/timesheet', { jobid, workerid, date, minutes: 60 })
const costs = async (jobid: string) =>
  (await admin().get(`/api/jobs/${jobid}/timesheet`)).body.data.map(
    ({ date, cost }: { date: string; cost: number }) => [date, cost],
  )

describe('what a worker costs', () => {
  test('is the rate of the day of the work', async () => {
    const [jobid, worker] = [await newJob(), await newWorker(100)]
    await setRate(worker, '2026-03-01', 110)
    await setRate(worker, '2026-06-01', 125.5)
    expect(await ratesOf(worker)).toEqual([
      ['2026-06-01', 125.5],
      ['2026-03-01', 110],
      [null, 100],
    ])
    for (const date of ['2026-02-28', '2026-03-01', '2026-05-31', '2026-06-01'])
      await work(jobid, worker, date)
    expect(await costs(jobid)).toEqual([
      ['2026-02-28', 100],
      ['2026-03-01', 110],
      ['2026-05-31', 110],
      ['2026-06-01', 125.5],
    ])
    const { body } = await admin().get(`/api/jobs/${jobid}/totals`)
    expect([body.data.cost.labour, body.data.margin.actual]).toEqual([445.5, -445.5])
  })

  test('that is dated back costs the time of its days anew, and no other', async () => {
    const [jobid, worker] = [await newJob(), await newWorker(100)]
    for (const date of ['2026-01-10', '2026-02-10', '2026-03-10']) await work(jobid, worker, date)
    await setRate(worker, '2026-03-01', 130)
    const { body } = await setRate(worker, '2026-02-01', 120)
    expect(body.message).toBe('1 entry costs what its day says now.')
    expect(await costs(jobid)).toEqual([
      ['2026-01-10', 100],
      ['2026-02-10', 120],
      ['2026-03-10', 130],
    ])
    await admin().delete(`/api/workers/${worker}/rates/2026-02-01`)
    expect((await costs(jobid))[1]).toEqual(['2026-02-10', 100])
    expect((await admin().delete(`/api/workers/${worker}/rates/2026-02-01`)).status).toBe(404)
  })

  test('follows an entry that moves to another day or worker', async () => {
    const [jobid, worker, other] = [await newJob(), await newWorker(100), await newWorker(70)]
    await setRate(worker, '2026-02-01', 120)
    const { id } = (await work(jobid, worker, '2026-01-10')).body.data
    const change = async (body: object) =>
      (await admin().patch(`/api/jobs/timesheet/${id}`, body)).body.data.cost
    expect(await change({ date: '2026-02-10' })).toBe(120)
    expect(await change({ minutes: 30 })).toBe(60)
    expect(await change({ workerid: other })).toBe(35)
  })

  test('changes from today on when the worker’s own form changes it', async () => {
    const [jobid, worker] = [await newJob(), await newWorker(100)]
    await work(jobid, worker, '2026-01-10')
    await admin().patch(`/api/workers/${worker}`, { rate: 140 })
    const [today, first] = await ratesOf(worker)
    expect([today[1], first]).toEqual([140, [null, 100]])
    expect(await costs(jobid)).toEqual([['2026-01-10', 100]])
    await admin().patch(`/api/workers/${worker}`, { name: 'Renamed' })
    expect(await ratesOf(worker)).toHaveLength(2)
  })

  test('that the form sets costs what was worked today before', async () => {
    const { body } = await admin().post('/api/workers', { name: 'New man' })
    const [jobid, worker] = [await newJob(), body.data.id]
    const today = await server.services.tenants.read(server.accountid, readToday)
    await work(jobid, worker, '2026-01-10')
    await work(jobid, worker, today)
    await admin().patch(`/api/workers/${worker}`, { rate: 100 })
    expect(await costs(jobid)).toEqual([
      ['2026-01-10', 0],
      [today, 100],
    ])
    await setRate(worker, '2026-01-01', 90)
    expect((await costs(jobid))[0]).toEqual(['2026-01-10', 90])
  })

  test('of days to come shows in lists on its day', async () => {
    const worker = await newWorker(100)
    await setRate(worker, '2999-01-01', 900)
    const shown = async () => (await admin().get(`/api/workers/${worker}`)).body.data.rate
    expect(await shown()).toBe(100)
    const then = '2999-01-02T00:00:00.000Z'
    const later = await server.services.tenants.write(server.accountid, by, (tx) => {
      const has = hasNewRates(tx.db, new Date(then))
      showNewRates({ ...tx, now: then })
      return [has, hasNewRates(tx.db, new Date(then))]
    })
    expect([...later, await shown()]).toEqual([true, false, 900])
  })

  test('is refused without a day or below nothing', async () => {
    const worker = await newWorker(100)
    expect((await setRate(worker, '', 10)).body.fields).toHaveProperty('startdate')
    expect((await setRate(worker, '2026-01-01', -1)).body.fields).toHaveProperty('rate')
    expect((await setRate(worker, '2026-02-31', 1)).body.fields).toHaveProperty('startdate')
    expect(await ratesOf(worker)).toEqual([[null, 100]])
  })

  test('is seen by nobody without the right to costs', async () => {
    const worker = await newWorker(123.45)
    await setRate(worker, '2026-02-01', 678.9)
    const { jobs, agent } = server.people
    expect((await jobs.get(`/api/workers/${worker}/rates`)).status).toBe(403)
    expect((await setRate(worker, '2026-03-01', 1, jobs)).status).toBe(403)
    expect((await setRate(worker, '2026-03-01', 1, agent)).status).toBe(403)
    const answers = [
      await jobs.get(`/api/workers/${worker}`),
      await jobs.get('/api/workers?take=500'),
      await jobs.get(`/api/workers/${worker}/history`),
    ].map(({ body }) => JSON.stringify(body))
    const pages = await Promise.all(
      ['/admin/workers', `/admin/workers/${worker}`].map((path) => htmxRequest(server, jobs, 'GET', path)),
    )
    // Whole numbers alone may stand in an id.
    for (const text of [...answers, ...pages.map(({ html }) => html)])
      expect(text).not.toMatch(/123[.,]45|678[.,]9/)
    expect((await jobs.get('/api/workers?sort=rate')).status).toBe(403)
    const seen = await htmxRequest(server, admin(), 'GET', `/admin/workers/${worker}/rates`)
    expect(seen.html).toContain('678,90')
  })
})
