import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { importFiles, validateFiles } from '#server/import/index.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
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
const steps = async (jobid: string) => (await admin().get(`/api/steps/job/${jobid}`)).body.data
const act = (id: string, action: string, more: object = {}) =>
  admin().patch('/api/steps/job', { id, action, ...more })

describe('approval', () => {
  const { people } = { people: () => server.people }
  const make = (status: number, who = people().jobs) =>
    who.post('/api/jobs', { boardid: shop.boardid, status })
  const approval = async (id: string) => (await admin().get(`/api/jobs/${id}`)).body.data.approvedutc

  test('is given by whoever may, by every door into lanes 3 and 4', async () => {
    for (const lane of [3, 4]) {
      expect((await make(lane)).status).toBe(403)
      expect(await approval((await make(lane, admin())).body.data.id)).toBeString()
      const { id } = (await make(1)).body.data
      expect(await approval(id)).toBeNull()
      const tries = [
        await people().jobs.post('/api/jobs/reorder', { jobid: id, lane, confirmed: true }),
        await people().jobs.patch(`/api/jobs/${id}`, { status: lane, confirmed: true }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([403, 403])
      expect(tries[0]?.body.message).toContain('not approved yet')
      await admin().post('/api/jobs/reorder', { jobid: id, lane, confirmed: true })
      expect(await approval(id)).toBeString()
    }
  })

  test('holds from lane to lane for everybody, until the job goes back', async () => {
    const { id } = (await make(3, admin())).body.data
    const go = (lane: number) => people().jobs.post('/api/jobs/reorder', { jobid: id, lane, confirmed: true })
    expect([(await go(4)).status, (await go(3)).status]).toEqual([200, 200])
    expect(await approval(id)).toBeString()
    expect((await go(2)).status).toBe(200)
    expect(await approval(id)).toBeNull()
    expect((await go(3)).status).toBe(403)
    const { body } = await admin().get(`/api/jobs/${id}/history`)
    const told = body.data.filter(({ field }: { field: string }) => field === 'approved')
    expect(told).toHaveLength(2)
    expect(told.some(({ oldvalue }: { oldvalue: string }) => /^by admin Tester on /.test(oldvalue))).toBe(
      true,
    )
  })

  test('outlasts archive, removal and restore', async () => {
    const { id } = (await make(4, admin())).body.data
    await admin().patch(`/api/jobs/${id}`, { status: 6 })
    await admin().patch(`/api/jobs/restore/${id}`)
    await admin().delete(`/api/jobs/${id}`)
    await admin().patch(`/api/jobs/restore/${id}`)
    expect(await approval(id)).toBeString()
  })
})

describe('steps of one job alone', () => {
  const add = async (jobid: string, name: string) =>
    (await admin().post('/api/steps/job', { jobid, name })).body.data.id
  const names = async (jobid: string) =>
    (await steps(jobid)).map(
      ({ iteration, step }: { iteration: number; step: { name: string } }) => `${iteration} ${step.name}`,
    )

  test('are named before the approval, come after those of its categories, and are done once more', async () => {
    const fields = { boardid: shop.boardid, status: 1, categories: [shop.category] }
    const { id } = (await admin().post('/api/jobs', fields)).body.data
    const own = await add(id, 'Call first')
    await add(id, 'Fetch the key')
    expect(await names(id)).toEqual(['1 Call first', '1 Fetch the key'])
    expect((await act(own, 'start', { workerid: shop.worker })).body.code).toBe('notapproved')
    const go = (lane: number) => admin().post('/api/jobs/reorder', { jobid: id, lane, confirmed: true })
    await go(3)
    const first = ['1 Cut', '1 Weld', '1 Paint', '1 Call first', '1 Fetch the key']
    expect(await names(id)).toEqual(first)
    await go(1)
    await go(3)
    expect(await names(id)).toEqual(first)
    await admin().post(`/api/steps/job/iteration/${id}`, { reason: 'Rust' })
    expect(await names(id)).toEqual([...first.map((name) => name.replace('1', '2')), ...first])
  })

  test('are taken back while nobody has or touched them, those of a category never', async () => {
    const id = await newJob()
    const [given, skipped, wrong] = [await add(id, 'Given'), await add(id, 'Skipped'), await add(id, 'Wrnog')]
    await admin().patch('/api/steps/job', { id: given, workerid: shop.worker })
    await act(skipped, 'skip', { note: 'Came so' })
    const [cut] = await steps(id)
    for (const kept of [given, skipped, cut.id])
      expect((await admin().delete(`/api/steps/job/${kept}`)).body.code).toBe('stepused')
    expect((await server.people.jobs.delete(`/api/steps/job/${wrong}`)).status).toBe(403)
    expect((await admin().delete(`/api/steps/job/${wrong}`)).status).toBe(200)
    expect(await names(id)).toEqual(['1 Cut', '1 Weld', '1 Paint', '1 Given', '1 Skipped'])
    const told = (await admin().get(`/api/jobs/${id}/history`)).body.data
    expect(told.filter(({ item }: { item: string }) => item === 'Wrnog')).toHaveLength(2)
  })

  test('are none of a template', async () => {
    const made = await admin().post('/api/jobs', { boardid: shop.boardid, status: 1, template: true })
    const refused = await admin().post('/api/steps/job', { jobid: made.body.data.id, name: 'Call' })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'A template has no steps: those of its categories come to its jobs.',
    ])
  })
})

describe('an import', () => {
  const bring = (who: Client, reference: string, status = 3) => {
    const ready = validateFiles(
      { files: [{ file: 'j.csv', noun: 'jobs', key: 'no', fields: { reference: 'no', status: 'status' } }] },
      { 'j.csv': new TextEncoder().encode(`no,status\n${reference},${status}\n`) },
    )
    if (!ready.ok) throw new Error(JSON.stringify(ready.problems))
    const by = { userid: who.userid, name: 'Importer' }
    return importFiles(server.services.tenants, server.accountid, by, ready.value)
  }

  test('brings what is approved for those alone who may approve', async () => {
    const refused = await bring(server.people.agent, 'OLD-1')
    expect(refused.ok).toBe(false)
    expect(JSON.stringify(refused)).toContain('Only somebody who may approve jobs imports what is approved.')
    expect((await bring(server.people.operations, 'OLD-2')).ok).toBe(true)
    const job = (await admin().get('/api/jobs/reference/OLD-2')).body.data
    expect(job).toMatchObject({ status: 3, approvedby: { name: 'Importer' } })
  })

  test('brings what is invoiced for those alone who may issue invoices', async () => {
    const refused = await bring(server.people.operations, 'OLD-3', 5)
    expect(JSON.stringify(refused)).toContain(
      'Only somebody who may issue invoices imports what is invoiced.',
    )
    expect((await bring(server.people.management, 'OLD-3', 5)).ok).toBe(true)
    expect((await admin().get('/api/jobs/reference/OLD-3')).body.data).toMatchObject({ status: 5 })
  })
})

describe('the calls of steps', () => {
  test('list, assign, start, pause, finish', async () => {
    const jobid = await newJob()
    const [cut] = await steps(jobid)
    expect(
      (await admin().patch('/api/steps/job', { id: cut.id, workerid: shop.worker, version: 1 })).body.data,
    ).toMatchObject({ worker: { id: shop.worker, name: 'Wendy' }, version: 2 })
    expect((await act(cut.id, 'start', { version: 2 })).body.data.running).toHaveLength(1)
    expect((await act(cut.id, 'pause', { version: 3 })).body.data.running).toEqual([])
    const { status, body } = await act(cut.id, 'finish', { version: 4 })
    expect([status, body.data.completed]).toEqual([200, true])
  })

  test('start the work of its job: from approved to working, also by time without a step', async () => {
    const stage = async (id: string) => (await admin().get(`/api/jobs/${id}`)).body.data.stage
    const [stepped, timed] = [await newJob(), await newJob()]
    const [cut] = await steps(stepped)
    await admin().patch('/api/steps/job', { id: cut.id, workerid: shop.worker })
    expect([await stage(stepped), await stage(timed)]).toEqual(['approved', 'approved'])
    await act(cut.id, 'start')
    const worked = await admin().post('/api/jobs/timesheet', {
      jobid: timed,
      workerid: shop.worker,
      minutes: 30,
    })
    expect([await stage(stepped), await stage(timed)]).toEqual(['working', 'working'])
    await admin().delete(`/api/jobs/timesheet/${worked.body.data.id}`)
    expect(await stage(timed)).toBe('approved')
  })

  test('that are open are told once on the way to Complete, and count on the card until then', async () => {
    const jobid = await newJob()
    const card = async () => (await admin().get(`/api/jobs/${jobid}`)).body.data
    const [cut, weld, paint] = await steps(jobid)
    await act(cut.id, 'finish', { workerid: shop.worker, minutes: 5 })
    const asked = await admin().post('/api/jobs/reorder', { jobid, lane: 4 })
    expect([asked.status, asked.body.data]).toEqual([
      409,
      [
        { code: 'steps', message: '2 steps are still open: finish or skip them.' },
        {
          code: 'unbilledtime',
          message: expect.stringMatching(/^0\sh\s05 booked by Wendy is not charged yet/),
        },
      ],
    ])
    expect((await card()).warnings).toBe(1)
    await act(weld.id, 'skip', { note: 'Bolted' })
    await act(paint.id, 'finish', { workerid: shop.worker, minutes: 5 })
    expect((await card()).warnings).toBe(0)
    const timed = await admin().post('/api/jobs/reorder', { jobid, lane: 4 })
    expect(timed.body.data.map(({ code }: { code: string }) => code)).toEqual(['unbilledtime'])
    expect((await admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true })).status).toBe(200)
  })

  test('that nobody was given are told on the way to Complete too, where steps are given out', async () => {
    const jobid = await newJob()
    expect((await steps(jobid)).length).toBe(3)
    const asked = await admin().post('/api/jobs/reorder', { jobid, lane: 4 })
    expect([asked.status, asked.body.data]).toEqual([
      409,
      [{ code: 'steps', message: '3 steps are still open: finish or skip them.' }],
    ])
    const { warnings } = (await admin().get(`/api/jobs/${jobid}`)).body.data
    expect(warnings).toBe(0)
    expect((await admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true })).status).toBe(200)
  })

  test('a step finished twice by two people: the second is told, with the step', async () => {
    const [cut] = await steps(await newJob())
    const finish = () => act(cut.id, 'finish', { workerid: shop.worker, minutes: 5, version: 1 })
    const answers = await Promise.all([finish(), finish()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.data).toMatchObject({
      completed: true,
      version: 2,
    })
    const late = await act(cut.id, 'finish', { workerid: shop.worker, minutes: 5 })
    expect([late.status, late.body.message]).toEqual([
      409,
      'You have finished this step already. It can be reopened.',
    ])
    const other = await server.people.jobs.patch('/api/steps/job', { id: cut.id, action: 'finish' })
    expect([other.status, other.body.message.replace(/^.+ has /, '… has ')]).toEqual([
      409,
      '… has finished this step already. It can be reopened.',
    ])
    expect(other.body.message).not.toContain('Somebody')
  })

  test('what the same person asks for once more is done, and says nothing', async () => {
    const jobid = await newJob()
    const [cut] = await steps(jobid)
    const twice = async (action: string, body: object = {}) => {
      for (const time of ['once', 'twice']) {
        const answer = await act(cut.id, action, body)
        expect([action, time, answer.status]).toEqual([action, time, 200])
      }
    }
    await twice('start', { workerid: shop.worker })
    await twice('pause')
    await twice('start', { workerid: shop.worker })
    await twice('finish')
    await twice('reopen')
    await twice('skip', { note: 'Not needed' })
    const log = (await admin().get(`/api/jobs/${jobid}/history`)).body.data
    expect(log.filter(({ field }: { field: string }) => field === 'step')).toHaveLength(6)
  })

  test('a step that the same person reopens again with another note has both in its history', async () => {
    const jobid = await newJob()
    const [cut] = await steps(jobid)
    await act(cut.id, 'skip', { note: 'Came cut' })
    const notes = ['Too short', 'Too short', 'Too short by 5 mm', 'Too short by 5 mm']
    for (const note of notes) expect((await act(cut.id, 'reopen', { note })).status).toBe(200)
    expect((await act(cut.id, 'reopen')).status).toBe(200)
    const log = (await admin().get(`/api/jobs/${jobid}/history`)).body.data
    const said = log.filter(({ field }: { field: string }) => field === 'step')
    expect(said.map(({ newvalue }: { newvalue: string }) => newvalue)).toEqual([
      'reopened: Too short by 5 mm',
      'reopened: Too short',
      'skipped: Came cut',
    ])
    const other = await server.people.operations.patch('/api/steps/job', {
      id: cut.id,
      action: 'reopen',
      note: 'Not mine',
    })
    expect([other.status, other.body.message]).toEqual([400, 'This step is open.'])
  })

  test('a step that the same person skips again for another reason keeps the newer one', async () => {
    const jobid = await newJob()
    const [cut] = await steps(jobid)
    await act(cut.id, 'skip', { note: 'Came cut' })
    const [first] = await steps(jobid)
    for (const time of ['once', 'twice']) {
      const answer = await act(cut.id, 'skip', { note: 'Came cut and drilled' })
      expect([time, answer.status, answer.body.data.skipreason]).toEqual([time, 200, 'Came cut and drilled'])
    }
    const [second] = await steps(jobid)
    expect(second).toMatchObject({ version: first.version + 1, datecompletedutc: first.datecompletedutc })
    const log = (await admin().get(`/api/jobs/${jobid}/history`)).body.data
    const said = log.filter(({ field }: { field: string }) => field === 'step')
    expect(said.map(({ newvalue }: { newvalue: string }) => newvalue)).toEqual([
      'skipped: Came cut and drilled',
      'skipped: Came cut',
    ])
    const other = await server.people.jobs.patch('/api/steps/job', {
      id: cut.id,
      action: 'skip',
      note: 'Not mine',
    })
    expect([other.status, other.body.data.skipreason]).toEqual([409, 'Came cut and drilled'])
  })

  test('of two steps with one name, each says who did it', async () => {
    const jobid = await newJob()
    const add = async () => (await admin().post('/api/steps/job', { jobid, name: 'Polish' })).body.data.id
    const [first, second] = [await add(), await add()]
    await act(first, 'skip', { note: 'Came so' })
    const { management } = server.people
    const done = await management.patch('/api/steps/job', { id: second, action: 'skip', note: 'Matt' })
    expect(done.status).toBe(200)
    const again = await act(first, 'finish', { workerid: shop.worker, minutes: 5 })
    expect([again.status, again.body.message]).toEqual([
      409,
      'You have skipped this step already. It can be reopened.',
    ])
  })

  test('the same start sent twice with its key starts one timer', async () => {
    const jobid = await newJob()
    const [cut] = await steps(jobid)
    const key = { 'idempotency-key': randomUUIDv7() }
    const start = () =>
      admin().call('PATCH', '/api/steps/job', { id: cut.id, action: 'start', workerid: shop.worker }, key)
    const [first, second] = [await start(), await start()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect((await admin().get(`/api/jobs/${jobid}/timesheet`)).body.total).toBe(1)
  })

  test('the next iteration answers with all steps; a step may be added to one job', async () => {
    const jobid = await newJob()
    const answer = await admin().post(`/api/steps/job/iteration/${jobid}?lane=3`, { reason: 'Scratched' })
    expect(answer.body.total).toBe(6)
    const added = await admin().post('/api/steps/job', { jobid, name: 'Polish' })
    expect(added.body.data).toMatchObject({ iteration: 2, order: 3, step: { id: null, name: 'Polish' } })
  })

  test('the next iteration needs neither a body nor a reason, and its history says so', async () => {
    const jobid = await newJob()
    const answer = await server.people.admin.call('POST', `/api/steps/job/iteration/${jobid}?lane=3`)
    expect([answer.status, answer.body.total]).toEqual([200, 6])
    expect(answer.body.data[0].reason).toBe('No reason given')
    const { data } = (await admin().get(`/api/jobs/${jobid}/history`)).body
    expect(JSON.stringify(data)).toContain('2, 3 steps: No reason given')
  })

  test('approved jobs come with their steps, by the days of their start', async () => {
    const jobid = await newJob()
    await admin().patch(`/api/jobs/${jobid}`, { start: '2026-01-15' })
    const listed = async (query: string) =>
      (await admin().get(`/api/steps/approved?boardid=${shop.boardid}&${query}`)).body.data.map(
        ({ job, steps: own }: { job: { id: string }; steps: unknown[] }) => [job.id, own.length],
      )
    expect(await listed('start=2026-01-01&end=2026-01-31')).toEqual([[jobid, 3]])
    expect(await listed('end=2026-01-14')).toEqual([])
    expect((await admin().get(`/api/steps/approved?boardid=${randomUUIDv7()}`)).status).toBe(404)
  })

  test('are hidden as their job is', async () => {
    const jobid = await newJob()
    const [cut] = await steps(jobid)
    for (const who of [server.other, server.people.stakeholder]) {
      expect((await who.get(`/api/steps/job/${jobid}`)).status).toBe(404)
      expect([403, 404]).toContain(
        (await who.patch('/api/steps/job', { id: cut.id, action: 'start' })).status,
      )
      expect([403, 404]).toContain((await who.get(`/api/jobs/${jobid}/timesheet`)).status)
    }
  })
})

describe('the timesheet', () => {
  const write = (jobid: string, more: object = {}, who = admin()) =>
    who.post('/api/jobs/timesheet', {
      jobid,
      workerid: shop.worker,
      minutes: '1:30',
      detail: 'On site',
      ...more,
    })
  const sheet = async (jobid: string) => (await admin().get(`/api/jobs/${jobid}/timesheet`)).body

  test('is written, corrected, removed and brought back', async () => {
    const jobid = await newJob()
    const { status, body } = await write(jobid)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      time: 90,
      detail: 'On site',
      worker: { name: 'Wendy' },
      cost: 180,
      billable: true,
    })
    const path = `/api/jobs/timesheet/${body.data.id}`
    expect((await admin().patch(path, { minutes: 60, version: 1, reason: 'Lunch' })).body.data.time).toBe(60)
    expect((await admin().patch(path, { minutes: 30, version: 1 })).status).toBe(409)
    expect(await sheet(jobid)).toMatchObject({ total: 1, minutes: 60 })
    await admin().delete(path)
    expect(await sheet(jobid)).toMatchObject({ total: 0, minutes: 0 })
    await admin().patch(`/api/jobs/timesheet/restore/${body.data.id}`)
    expect(await sheet(jobid)).toMatchObject({ total: 1, minutes: 60 })
  })

  test('takes no more than a day has, of all jobs together; no time of days to come', async () => {
    const jobid = await newJob()
    const date = '2026-02-03'
    expect((await write(jobid, { minutes: 25 * 60, date })).body.fields.minutes).toContain(
      'a day has 24 hours',
    )
    const { id, version } = (await write(jobid, { minutes: 20 * 60, date })).body.data
    expect((await write(await newJob(), { minutes: 5 * 60, date })).body.fields).toHaveProperty('minutes')
    const corrected = (minutes: number) =>
      admin().patch(`/api/jobs/timesheet/${id}`, { minutes, version, reason: 'Typed wrongly' })
    expect((await corrected(30 * 60)).body.fields).toHaveProperty('minutes')
    expect((await corrected(24 * 60)).body.data).toMatchObject({ time: 1440 })
    expect((await write(jobid, { date: '2999-01-01' })).body.fields).toHaveProperty('date')
    expect((await write(jobid, { minutes: 0 })).body.fields).toHaveProperty('minutes')
    expect((await write(jobid, { workerid: randomUUIDv7() })).body.fields).toHaveProperty('workerid')
  })

  test('shows what overlaps another entry of the same person', async () => {
    const jobid = await newJob()
    const startutc = '2026-01-05T08:00:00.000Z'
    await write(jobid, { startutc, minutes: 240 })
    await write(jobid, { startutc: '2026-01-05T11:00:00.000Z', minutes: 300 })
    const { data, minutes } = await sheet(jobid)
    expect(minutes).toBe(540)
    expect(data.map(({ overlaps, cost }: { overlaps: boolean; cost: number }) => [overlaps, cost])).toEqual([
      [true, 420],
      [true, 540],
    ])
    await admin().delete(`/api/jobs/timesheet/${data[1].id}`)
    expect((await sheet(jobid)).data).toMatchObject([{ overlaps: false, cost: 480 }])
  })

  test('of others asks for more than one’s own; nothing on a settled job', async () => {
    const jobid = await newJob()
    expect((await write(jobid, { workerid: shop.helper }, server.people.jobs)).status).toBe(403)
    expect((await write(jobid, { workerid: undefined }, server.people.jobs)).body.data.worker.name).toBe(
      'Wendy',
    )
    await admin().post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true })
    await admin().patch(`/api/jobs/${jobid}`, { status: 6 })
    expect((await write(jobid)).body.code).toBe('jobclosed')
  })

  test('costs the job, for those who see money', async () => {
    const jobid = await newJob()
    await write(jobid, { minutes: 120 })
    const { body } = await admin().get(`/api/jobs/${jobid}/totals`)
    expect(body.data.cost).toEqual({
      quoted: 0,
      actual: 240,
      quotedlabour: 0,
      labour: 240,
      untimed: 0,
      cameback: 0,
      scrapped: 0,
      late: 0,
    })
    expect(body.data.margin.actual).toBe(-240)
    const seen = await server.people.jobs.get(`/api/jobs/${jobid}/timesheet`)
    expect(seen.body.data[0]).not.toHaveProperty('cost')
  })
})
