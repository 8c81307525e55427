import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { listHistory } from '#db/queries/history.ts'
import { setSetting } from '#db/queries/settings.ts'
import { jobs, steps, time_entries } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Actor } from '#db/types.ts'
import { type Claim, defaultRoles } from '#server/access/claims.ts'
import { setArchived } from '#server/crud/save.ts'
import { beginJob } from '#server/domains/work/jobs/begin-job.ts'
import { jobTotals } from '#server/domains/work/jobs/job-totals.ts'
import { moveToEnd } from '#server/domains/work/jobs/move-job.ts'
import { jobWarnings } from '#server/domains/work/jobs/present-cards.ts'
import { readJob } from '#server/domains/work/jobs/read-job.ts'
import { changeJobStep } from '#server/domains/work/jobsteps/change-job-step.ts'
import { makeNextIteration } from '#server/domains/work/jobsteps/make-iteration.ts'
import { type JobStep, stepsOfJob } from '#server/domains/work/jobsteps/present.ts'
import { readTimesheet, type TimeEntry } from '#server/domains/work/timesheet/present.ts'
import { worker as workerResource } from '#server/domains/work/workers/resource.ts'
import { Problem } from '#server/errors.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, addStep, createWorkShop, viewerWith, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
let now = Date.UTC(2026, 10, 25, 6)
const later = (minutes: number) => {
  now += minutes * 60_000
}

beforeAll(async () => {
  server = await startTestServer(() => new Date(now))
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

const write = <T>(run: (tx: Tx) => T, who: Actor = by) =>
  server.services.tenants.write(server.accountid, who, run)
const newJob = () => write((tx) => addApprovedJob(tx, shop))
const stepsNow = (jobid: string): Promise<JobStep[]> => write((tx) => stepsOfJob(tx.db, jobid, null))
const sheet = (jobid: string) => write((tx) => readTimesheet(tx.db, jobid, { money: true, userid: null }))
const change = (values: Parameters<typeof changeJobStep>[2]) =>
  write((tx) => changeJobStep(tx, viewerWith(tx), values))
const history = async (jobid: string) =>
  (await write((tx) => listHistory(tx.db, 'jobs', jobid))).map(({ item, field, newvalue }) =>
    [item, field, newvalue.replaceAll('\u00a0', ' ')].join('|'),
  )
const refusal = async (run: Promise<unknown>) => {
  const problem = await run.then(
    () => undefined,
    (error) => error,
  )
  expect(problem).toBeInstanceOf(Problem)
  return problem as Problem
}

describe('steps of an approved job', () => {
  test('are those of its categories, copied: what the category changes later leaves them', async () => {
    const jobid = await newJob()
    await write((tx) => tx.db.update(steps).set({ name: 'Saw' }).where(eq(steps.id, shop.steps[0]!)).run())
    const own = await stepsNow(jobid)
    await write((tx) => tx.db.update(steps).set({ name: 'Cut' }).where(eq(steps.id, shop.steps[0]!)).run())
    expect(own.map(({ step, iteration }) => [step.name, iteration])).toEqual([
      ['Cut', 1],
      ['Weld', 1],
      ['Paint', 1],
    ])
    expect(own[0]).toMatchObject({
      ...{ worker: null, completed: false, skipped: false, running: [], minutes: 0 },
      job: { categories: [{ name: 'Repair' }] },
    })
  })

  test('are those from the approval on: what belongs before it is past, and comes with rework only by its lane', async () => {
    const early = await write((tx) => addStep(tx, shop.category, 'Measure', 1, 0))
    const late = await write((tx) => addStep(tx, shop.category, 'Sweep', null, 9))
    const jobid = await newJob()
    const again = await write((tx) => makeNextIteration(tx, jobid, { reason: 'Rust' }))
    const measured = await write((tx) => makeNextIteration(tx, jobid, { lane: 1, reason: 'Moved' }))
    const names = (await stepsNow(jobid)).map(({ iteration, step }) => `${iteration} ${step.name}`)
    await write((tx) => {
      for (const id of [early, late])
        tx.db.update(steps).set({ archived: true }).where(eq(steps.id, id)).run()
    })
    expect([again, measured]).toEqual([2, 3])
    expect(names).toEqual([
      '3 Measure',
      ...[2, 1].flatMap((n) => ['Cut', 'Weld', 'Paint', 'Sweep'].map((name) => `${n} ${name}`)),
    ])
  })

  test('are missed only of a job that is worked by them, and not before its work began', async () => {
    const jobid = await newJob()
    const warned = async () => {
      const { warnings } = await write((tx) => readJob(tx.db, viewerWith(tx), jobid))
      const asks = await write((tx) => jobWarnings(tx.db, { id: jobid, status: 4, scheduledminutes: null }))
      return [warnings, asks.filter(({ code }) => code === 'steps').length]
    }
    expect(await warned()).toEqual([0, 0])
    await write((tx) => beginJob(tx, viewerWith(tx), jobid, true))
    expect(await warned()).toEqual([0, 0])
    const [cut] = await stepsNow(jobid)
    await write((tx) => beginJob(tx, viewerWith(tx), jobid, false))
    await change({ id: cut!.id, workerid: shop.worker })
    expect(await warned()).toEqual([0, 1])
    await change({ id: cut!.id, action: 'skip', note: 'Came cut' })
    await write((tx) => beginJob(tx, viewerWith(tx), jobid, true))
    expect(await warned()).toEqual([1, 1])
  })

  test('one that is archived in its category counts no more, and cannot be started', async () => {
    const jobid = await newJob()
    const [cut, weld, paint] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'skip', note: 'Came cut' })
    await change({ id: weld!.id, action: 'skip', note: 'Bolted' })
    await write((tx) => tx.db.update(steps).set({ archived: true }).where(eq(steps.id, shop.steps[2]!)).run())
    const { message } = await refusal(change({ id: paint!.id, action: 'start', workerid: shop.worker }))
    const listed = await server.people.admin.get(`/api/steps/approved?boardid=${shop.boardid}`)
    await write((tx) =>
      tx.db.update(steps).set({ archived: false }).where(eq(steps.id, shop.steps[2]!)).run(),
    )
    expect(message).toContain('taken off its category')
    expect(listed.body.data.map((one: { job: { id: string } }) => one.job.id)).not.toContain(jobid)
  })

  test('a job approved again keeps its steps', async () => {
    const jobid = await newJob()
    await write((tx) => moveToEnd(tx, viewerWith(tx), jobid, 1))
    await write((tx) => moveToEnd(tx, viewerWith(tx), jobid, 3))
    expect(await stepsNow(jobid)).toHaveLength(3)
  })

  test('are skipped for a reason alone, and reopened', async () => {
    const [cut] = await stepsNow(await newJob())
    const { more } = await refusal(change({ id: cut!.id, action: 'skip' }))
    expect(more.fields).toEqual({ note: 'Say why this step is skipped.' })
    await change({ id: cut!.id, action: 'skip', note: 'Came cut' })
    expect((await stepsNow(cut!.job.id))[0]).toMatchObject({
      skipped: true,
      skipreason: 'Came cut',
      completed: false,
    })
    await change({ id: cut!.id, action: 'reopen' })
    expect((await stepsNow(cut!.job.id))[0]).toMatchObject({
      skipped: false,
      skipreason: '',
      datecompletedutc: null,
    })
  })

  test('say which are still open before one that is started, refuse it, or let it be', async () => {
    const started = async (order: string) => {
      await write((tx) => setSetting(tx.db, 'steporder', order))
      const [, weld] = await stepsNow(await newJob())
      return change({ id: weld!.id, action: 'start', workerid: shop.worker })
    }
    expect(await started('warn')).toBe('Still open before this one: Cut.')
    expect(await started('off')).toBeUndefined()
    expect((await refusal(started('block'))).more.code).toBe('order')
    await write((tx) => setSetting(tx.db, 'steporder', 'warn'))
  })

  test('all done, the job leaves the approved list and the answer says so', async () => {
    const jobid = await newJob()
    const listed = async () =>
      (await write((tx) => tx.db.select().from(jobs).where(eq(jobs.id, jobid)).get()))?.status
    const said: (string | undefined)[] = []
    for (const { id } of await stepsNow(jobid)) said.push(await change({ id, action: 'skip', note: 'None' }))
    expect(said.map(Boolean)).toEqual([false, false, true])
    // Nothing moves by itself.
    expect(await listed()).toBe(3)
    const { body } = await server.people.admin.get(`/api/steps/approved?boardid=${shop.boardid}`)
    expect(body.data.map((one: { job: { id: string } }) => one.job.id)).not.toContain(jobid)
  })
})

describe('rework', () => {
  test('is the next iteration, of one lane or all, for a reason; its time costs: 30 minutes at R 120 are R 60', async () => {
    const jobid = await newJob()
    const next = (more: object) => write((tx) => makeNextIteration(tx, jobid, more))
    expect((await refusal(next({ lane: 1, reason: 'Rust' }))).more.code).toBe('nosteps')
    expect(await next({ lane: 3, reason: 'Rust' })).toBe(2)
    const all = await stepsNow(jobid)
    expect(all.map(({ iteration }) => iteration)).toEqual([2, 2, 2, 1, 1, 1])
    expect(all[0]?.reason).toBe('Rust')
    await change({ id: all[0]!.id, action: 'start', workerid: shop.worker })
    later(30)
    await change({ id: all[0]!.id, action: 'finish' })
    expect(await write((tx) => jobTotals(tx.db, jobid).cost)).toEqual({
      quoted: 0,
      actual: 60,
      quotedlabour: 0,
      untimed: 0,
      cameback: 0,
      scrapped: 0,
      late: 0,
      labour: 60,
    })
  })
})

describe('timers', () => {
  test('three people on a step for an hour: three entries, one step, done once', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    const third = randomUUIDv7()
    await server.people.admin.post('/api/workers', { id: third, name: 'Thabo' })
    for (const workerid of [shop.worker, shop.helper, third])
      await change({ id: cut!.id, action: 'start', workerid })
    later(60)
    await change({ id: cut!.id, action: 'finish', quantity: 1_000_000 as never })
    const { rows, minutes } = await sheet(jobid)
    expect(rows.map(({ time }: TimeEntry) => time)).toEqual([60, 60, 60])
    expect(minutes).toBe(180)
    expect((await stepsNow(jobid))[0]).toMatchObject({
      completed: true,
      quantity: 1,
      minutes: 180,
      running: [],
    })
  })

  test('a person has one open interval on a step, and several steps at once', async () => {
    const jobid = await newJob()
    const [cut, weld] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.worker })
    const twice = await refusal(change({ id: cut!.id, action: 'start', workerid: shop.worker }))
    expect([twice.status, twice.message]).toEqual([409, 'Wendy works on this step already.'])
    later(60)
    await change({ id: weld!.id, action: 'start', workerid: shop.worker })
    later(60)
    await change({ id: cut!.id, action: 'pause' })
    later(60)
    await change({ id: weld!.id, action: 'pause' })
    const { rows, minutes } = await sheet(jobid)
    // Two hours each, one of them at the same time: four charged, three paid.
    expect(minutes).toBe(240)
    expect(rows.map(({ time, cost, overlaps }) => [time, cost, overlaps])).toEqual([
      [120, 180, true],
      [120, 180, true],
    ])
  })

  test('finishing what nobody started asks for the minutes', async () => {
    const jobid = await newJob()
    const [cut, weld] = await stepsNow(jobid)
    const finish = { id: cut!.id, action: 'finish', workerid: shop.helper } as const
    expect((await refusal(change(finish))).more.fields).toHaveProperty('minutes')
    await change({ ...finish, minutes: 45 })
    await change({ id: weld!.id, action: 'finish', workerid: shop.helper, minutes: 0 })
    expect((await sheet(jobid)).rows).toMatchObject([
      { time: 45, worker: { name: 'Hendrik' }, running: false },
    ])
  })

  test('minutes that are given with the finish count, whatever ran', async () => {
    const jobid = await newJob()
    const [cut, weld] = await stepsNow(jobid)
    for (const { id } of [cut!, weld!]) await change({ id, action: 'start', workerid: shop.worker })
    await change({ id: cut!.id, action: 'start', workerid: shop.helper })
    later(1)
    const tooLong = change({ id: cut!.id, action: 'finish', workerid: shop.worker, minutes: 25 * 60 })
    expect((await refusal(tooLong)).more.fields).toHaveProperty('minutes')
    await change({ id: cut!.id, action: 'finish', workerid: shop.worker, minutes: 90 })
    await change({ id: weld!.id, action: 'finish', workerid: shop.worker, minutes: 0 })
    const { rows } = await sheet(jobid)
    const own = rows.map(({ worker, time, cost, running }) => [worker.name, time, cost, running])
    expect(own.toSorted()).toEqual([
      ['Hendrik', 1, 1.5, false],
      ['Wendy', 90, 180, false],
    ])
  })

  test('over 8 hours it asks how much was work, and until then is unconfirmed', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.worker })
    later(8 * 60 + 1)
    expect((await stepsNow(jobid))[0]?.running).toMatchObject([{ overlong: true }])
    later(14 * 60)
    await change({ id: cut!.id, action: 'pause' })
    expect((await sheet(jobid)).rows).toMatchObject([{ time: 22 * 60 + 1, unconfirmed: true }])
  })

  test('of exactly 8 hours it asks nothing', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.worker })
    later(8 * 60)
    await change({ id: cut!.id, action: 'pause' })
    expect((await sheet(jobid)).rows).toMatchObject([{ time: 480, unconfirmed: false }])
  })

  test('a server clock that goes back counts nothing and asks', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.worker })
    later(-10)
    await change({ id: cut!.id, action: 'finish' })
    later(10)
    expect((await sheet(jobid)).rows).toMatchObject([{ time: 0, running: false, unconfirmed: true }])
  })

  test('stop and start at the same instant do not overlap', async () => {
    const jobid = await newJob()
    const [cut, weld] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.worker })
    later(24)
    await change({ id: cut!.id, action: 'pause' })
    await change({ id: weld!.id, action: 'start', workerid: shop.worker })
    later(36)
    await change({ id: weld!.id, action: 'pause' })
    expect((await sheet(jobid)).rows.map(({ time, overlaps }) => [time, overlaps])).toEqual([
      [24, false],
      [36, false],
    ])
  })

  test('end with the job, in the same transaction, and the history says so', async () => {
    for (const lane of [4, 1]) {
      const jobid = await newJob()
      const [cut] = await stepsNow(jobid)
      await change({ id: cut!.id, action: 'start', workerid: shop.worker })
      later(25)
      await write((tx) => moveToEnd(tx, viewerWith(tx), jobid, lane, true))
      expect((await sheet(jobid)).rows).toMatchObject([{ time: 25, running: false }])
      expect(await history(jobid)).toContain('Cut|time|Wendy, 0 h 25, ended with the job')
      expect((await refusal(change({ id: cut!.id, action: 'start' }))).status).toBe(400)
    }
  })

  test('go on while their job is moved to another board', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.worker })
    const answer = await (await server.signIn('admin@first.test')).patch(`/api/jobs/${jobid}`, {
      boardid: shop.secondid,
    })
    expect(answer.status).toBe(200)
    expect((await stepsNow(jobid))[0]?.running).toHaveLength(1)
  })

  test('end with the worker who is archived', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.helper })
    later(40)
    await write((tx) => setArchived(workerResource, tx, shop.helper, true))
    expect((await sheet(jobid)).rows).toMatchObject([{ time: 40, running: false }])
    expect(await history(jobid)).toContain('Cut|time|Hendrik, 0 h 40, ended with the worker')
    const { more } = await refusal(change({ id: cut!.id, action: 'start', workerid: shop.helper }))
    await write((tx) => setArchived(workerResource, tx, shop.helper, false))
    expect(more.fields).toEqual({ workerid: 'This is no worker of this board.' })
  })

  test('cost the rate of their day, which a worker’s form changes from today on', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.helper })
    later(60)
    await change({ id: cut!.id, action: 'pause' })
    const admin = await server.signIn('admin@first.test')
    expect((await admin.patch(`/api/workers/${shop.helper}`, { rate: 500 })).status).toBe(200)
    expect((await sheet(jobid)).rows).toMatchObject([{ cost: 500 }])
    await admin.patch(`/api/workers/${shop.helper}`, { rate: 90 })
  })
})

describe('who may', () => {
  const asJobs = (claims: readonly Claim[] = defaultRoles.find(({ name }) => name === 'Jobs')!.claims) => ({
    claims,
    who: { userid: server.people.jobs.userid, name: 'jobs' },
  })
  const changeAs = (values: Parameters<typeof changeJobStep>[2], { claims, who } = asJobs()) =>
    write((tx) => changeJobStep(tx, viewerWith(tx, claims), values), who)

  test('a worker takes an open step, works on it and finishes it, and nobody else’s', async () => {
    const jobid = await newJob()
    const [cut, weld] = await stepsNow(jobid)
    await changeAs({ id: cut!.id, workerid: shop.worker })
    await changeAs({ id: cut!.id, action: 'start' })
    await changeAs({ id: cut!.id, action: 'finish' })
    expect((await stepsNow(jobid))[0]).toMatchObject({ completed: true, worker: { name: 'Wendy' } })
    await change({ id: weld!.id, workerid: shop.helper })
    for (const action of ['start', 'finish', 'reopen'] as const)
      expect((await refusal(changeAs({ id: weld!.id, action, note: 'x', minutes: 1 }))).status).toBe(
        action === 'reopen' ? 400 : 403,
      )
    expect((await refusal(changeAs({ id: weld!.id, workerid: shop.worker }))).status).toBe(403)
  })

  test('pauses their own time and leaves that of others', async () => {
    const jobid = await newJob()
    const [cut] = await stepsNow(jobid)
    await change({ id: cut!.id, action: 'start', workerid: shop.helper })
    expect((await refusal(changeAs({ id: cut!.id, action: 'pause' }))).status).toBe(403)
    await changeAs({ id: cut!.id, action: 'start', workerid: shop.worker })
    await changeAs({ id: cut!.id, action: 'pause' })
    expect((await stepsNow(jobid))[0]?.running).toMatchObject([{ worker: { name: 'Hendrik' } }])
  })
})

test('what is stored of a closed interval is what lies between its ends', async () => {
  const rows = await write((tx) => tx.db.select().from(time_entries).all())
  expect(rows.length).toBeGreaterThan(10)
  for (const { startutc, endutc, seconds } of rows)
    if (startutc && endutc) expect(Date.parse(endutc) - Date.parse(startutc)).toBe(seconds * 1000)
})
