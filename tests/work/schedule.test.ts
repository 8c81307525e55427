import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { scheduleRange } from '#server/domains/work/schedule/range.ts'
import { describePlan } from '#server/domains/work/schedule/reschedule-job.ts'
import { htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder } from './jobs-support.ts'
import { createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

type Planned = {
  id: string
  version: number
  assignee: string | null
  start: string | null
  scheduledend: string | null
  conflicts: string[]
}

const job = async (values: object = {}) =>
  (await server.people.admin.post('/api/jobs', { boardid: shop.boardid, description: 'Gate', ...values }))
    .body.data as { id: string; reference: string; version: number }

async function plan(id: string, body: object): Promise<Planned> {
  const { status, body: answer } = await server.people.admin.patch(`/api/schedule/${id}`, body)
  expect(status, answer.message).toBe(200)
  return answer.data
}

const read = async (query: string, person = server.people.admin) =>
  (await person.get(`/api/schedule/board/${shop.boardid}?${query}`)).body.data

/** A worker of one’s own, so that no other test is in the way. */
const addWorker = async (name: string) =>
  (await server.people.admin.post('/api/workers', { name })).body.data.id as string

describe('a schedule', () => {
  test('is planned, stretched and taken back, with its history', async () => {
    const { id } = await job()
    const first = await plan(id, { assignee: shop.worker, start: '2026-11-03', scheduledend: '2026-11-03' })
    expect(first).toMatchObject({ assignee: shop.worker, start: '2026-11-03', scheduledend: null })
    const longer = await plan(id, { scheduledend: '2026-11-05', version: first.version })
    expect(longer).toMatchObject({ start: '2026-11-03', scheduledend: '2026-11-05' })
    const gone = await plan(id, { start: null, version: longer.version })
    expect(gone).toMatchObject({ start: null, scheduledend: null })
    const history = (await server.people.admin.get(`/api/jobs/${id}/history`)).body.data
    expect(history.map((entry: { field: string }) => entry.field)).toContain('scheduledend')
    expect((await server.people.admin.get(`/api/jobs/${id}`)).body.data.assignee.name).toBe('Wendy')
  })

  test('that somebody changed meanwhile answers with the job as it stands', async () => {
    const { id } = await job()
    const { version } = await plan(id, { start: '2026-11-03' })
    await plan(id, { start: '2026-11-04' })
    const late = await server.people.admin.patch(`/api/schedule/${id}`, { start: '2026-11-09', version })
    expect([late.status, late.body.data.start]).toEqual([409, '2026-11-04'])
  })

  test('is made once however often it is sent with one key', async () => {
    const { id } = await job()
    const send = (start: string) =>
      server.people.admin.call('PATCH', `/api/schedule/${id}`, { start }, { 'idempotency-key': `plan-${id}` })
    const [once, twice] = [await send('2026-11-10'), await send('2026-11-10')]
    expect(twice.body.data.version).toBe(once.body.data.version)
  })

  test('refuses an end before its start, one without a start, years, strangers and settled jobs', async () => {
    const { id } = await job({ start: '2026-11-10', status: 4 })
    const refusal = async (body: object) => {
      const { status, body: answer } = await server.people.admin.patch(`/api/schedule/${id}`, body)
      return [status, Object.keys(answer.fields ?? {})]
    }
    expect(await refusal({ scheduledend: '2026-11-09' })).toEqual([400, ['scheduledend']])
    expect(await refusal({ scheduledend: '2029-11-09' })).toEqual([400, ['scheduledend']])
    expect(await refusal({ assignee: shop.boardid })).toEqual([400, ['assignee']])
    const bare = await job()
    const byForm = await server.people.admin.patch(`/api/jobs/${bare.id}`, { scheduledend: '2026-11-09' })
    expect([byForm.status, byForm.body.fields.scheduledend]).toEqual([
      400,
      'Enter the day on which the job starts as well.',
    ])
    await server.people.admin.patch(`/api/jobs/${id}`, { status: 6 })
    expect((await refusal({ start: '2026-11-11' }))[0]).toBe(400)
  })

  test('may come after the due date, which is told; a due date before the start is refused', async () => {
    const { id, reference } = await job({ finish: '2026-11-06' })
    const { conflicts } = await plan(id, { start: '2026-11-09', assignee: await addWorker('Late') })
    expect(conflicts).toEqual([`${reference} is planned until 9 Nov 2026, and due on 6 Nov 2026.`])
    const other = await server.people.admin.patch(`/api/jobs/${id}`, { description: 'Still to be changed' })
    expect(other.status).toBe(200)
    const early = await server.people.admin.patch(`/api/jobs/${id}`, { finish: '2026-11-05' })
    expect(early.body.fields.finish).toBe('A job cannot be due before the day it starts.')
  })
})

describe('conflicts', () => {
  test('are told after where the job is planned, each a sentence', () => {
    const said = 'NW7 is planned for Anna, 9 Nov 2026'
    const shared = '9 Nov 2026: NW7 and NW8 are planned together, and fit into the day.'
    expect(describePlan({ said, conflicts: [] })).toBe(said)
    expect(describePlan({ said, conflicts: [shared, 'NW7 is late.'] })).toBe(
      `${said}. ${shared} NW7 is late.`,
    )
  })

  test('say which visits of a person are at the same time, by the hour and not by the day', async () => {
    const worker = await addWorker('Piet')
    const visit = async (visittime: string, scheduledminutes = 120) => {
      const made = await job({ scheduledminutes, visittime, start: '2026-12-07', assignee: worker })
      return { ...made, conflicts: (await plan(made.id, { start: '2026-12-07' })).conflicts }
    }
    const afternoon = await visit('14:00')
    const first = await visit('8:00')
    const window = await visit('between 9 and 10')
    expect([first, window].map(({ conflicts }) => conflicts)).toEqual([
      [expect.stringContaining('and fit into the day.')],
      [expect.stringContaining('and fit into the day.')],
    ])
    expect(first.conflicts[0]).toContain(afternoon.reference)
    const second = await visit('8h00', 60)
    expect(second.conflicts).toEqual([
      `7 Dec 2026: ${first.reference} (08:00) and ${second.reference} (08:00) are at the same time.`,
    ])
    const plans = await read('range=day&date=2026-12-07')
    const row = plans.people.find(({ id }: { id: string }) => id === worker)
    expect(row.bars.map(({ visit }: { visit: string }) => visit)).toEqual([
      ...['08:00', '08:00', 'between 9 and 10', '14:00'],
    ])
    const page = await htmxRequest(
      server,
      server.people.admin,
      'GET',
      '/jobs/work-shop/scheduler?range=day&date=2026-12-07',
    )
    expect(page.html).toContain('<b class="visit">08:00</b>')
    expect(page.html).toContain('1 conflict')
  })

  test('are none where visits of unknown length have hours of their own', async () => {
    const worker = await addWorker('Sam')
    const [one, two] = await Promise.all([job({ visittime: '8:00' }), job({ visittime: '11:00' })])
    await plan(one.id, { assignee: worker, start: '2026-12-08' })
    const { conflicts } = await plan(two.id, { assignee: worker, start: '2026-12-08', visittime: '11:00' })
    expect(conflicts).toEqual([expect.stringContaining('and fit into the day.')])
    const refused = await server.people.admin.patch(`/api/jobs/${two.id}`, { visittime: '25:99' })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { visittime: expect.stringContaining('No clock shows 25:99') } },
    })
    const moved = await plan(two.id, { visittime: '8 am' })
    expect(moved.conflicts).toEqual([expect.stringContaining('(08:00) are at the same time.')])
  })

  test('name overlapping jobs, too many hours, days off and short times', async () => {
    const worker = await addWorker('Busy')
    const one = await job({ scheduledminutes: 600 })
    const two = await job({ scheduledminutes: 480 })
    await plan(one.id, { assignee: worker, start: '2026-12-14', scheduledend: '2026-12-15' })
    const { conflicts } = await plan(two.id, {
      assignee: worker,
      start: '2026-12-15',
      scheduledend: '2026-12-16',
    })
    expect(conflicts).toEqual([
      `15 Dec 2026: ${one.reference} and ${two.reference} are planned together.`,
      '15 Dec 2026: 13 h 00 are planned, of 8 h 00.'.replaceAll(/(\d) (h) (\d)/g, '$1\u00a0$2\u00a0$3'),
      `${two.reference} ends on Day of Reconciliation, 16 Dec 2026.`,
    ])
    const plans = await read('range=week&date=2026-12-14')
    const busy = plans.people.find((person: { id: string }) => person.id === worker)
    expect(busy.days.map(({ minutes }: { minutes: number }) => minutes)).toEqual([300, 780, 0, 0, 0, 0, 0])
    expect(busy.days[1].over).toBe(true)
    expect(busy.bars.map(({ at, length, lane }: Record<string, number>) => [at, length, lane])).toEqual([
      [0, 2, 0],
      [1, 2, 1],
    ])
    expect(busy.bars[1].warning).toContain('begins or ends on a day off')
  })

  test('and the dialog tell a standard time as it is, of a job that has one', async () => {
    const { admin } = server.people
    const item = (
      await admin.post('/api/inventory', { code: 'STD', materialname: 'Gate', rate: 1, unitseconds: 30_600 })
    ).body.data.id
    const worker = await addWorker('Standard')
    const { id } = await job({ scheduledminutes: 240 })
    await admin.post('/api/materials', { jobid: id, role: 2, inventoryid: item, estimated: 1 })
    const { conflicts } = await plan(id, { assignee: worker, start: '2027-02-01' })
    expect(conflicts.join().replaceAll('\u00a0', ' ')).toContain('a standard time of 8 h 30.')
    const { html } = await htmxRequest(server, admin, 'GET', `/schedule/${id}`)
    expect(html.replaceAll('\u00a0', ' ')).toContain('a standard time of 8 h 30.')
    expect(html).not.toContain('17\u00a0h')
  })

  test('of jobs that fit into one day are a note', async () => {
    const worker = await addWorker('Round')
    for (const minutes of [120, 180])
      await plan((await job({ scheduledminutes: minutes })).id, { assignee: worker, start: '2026-12-01' })
    const { conflicts } = await read('range=day&date=2026-12-01')
    const own = conflicts.filter(({ person }: { person: string }) => person === 'Round')
    expect(own.map(({ level }: { level: string }) => level)).toEqual(['note'])
  })

  test('count jobs of other boards, and name only those that the person sees', async () => {
    const worker = await addWorker('Shared')
    const elsewhere = await job({ boardid: shop.secondid, scheduledminutes: 300 })
    await plan(elsewhere.id, { assignee: worker, start: '2026-12-02' })
    const here = await job({ scheduledminutes: 300 })
    const { conflicts } = await plan(here.id, { assignee: worker, start: '2026-12-02' })
    expect(conflicts[0]).toContain(`${elsewhere.reference} and ${here.reference}`)
    const hidden = { boardid: shop.secondid, roleid: server.roleids.Agent, permission: 'none' }
    expect((await server.people.admin.post('/api/boards/permissions', hidden)).status).toBe(200)
    const seen = await read('range=day&date=2026-12-02', server.people.agent)
    const words = seen.conflicts.map(({ text }: { text: string }) => text).join(' ')
    expect(words).toContain(`${here.reference} and a job of another board`)
    expect(JSON.stringify(seen)).not.toContain(elsewhere.reference)
    const dayOf = async (person = server.people.admin) => {
      const plans = await read('range=day&date=2026-12-02', person)
      return plans.people.find(({ id }: { id: string }) => id === worker).days[0]
    }
    const second = (await server.people.admin.get(`/api/boards/${shop.secondid}`)).body.data.name
    expect(await dayOf()).toMatchObject({
      minutes: 600,
      elsewhere: [{ reference: elsewhere.reference, board: second, minutes: 300 }],
    })
    expect((await dayOf(server.people.agent)).elsewhere).toEqual([
      { reference: null, board: '', minutes: 300 },
    ])
  })
})

describe('what is shown', () => {
  test('of one day has its visits at their hours, what has none before them, and the hours that these need', async () => {
    const assignee = await addWorker('Visits')
    const on = async (values: object) => {
      const { id } = await job({ assignee, start: '2027-03-01', ...values })
      return id
    }
    const evening = await on({ visittime: '18h30', scheduledminutes: 90 })
    const early = await on({ visittime: '8:00', scheduledminutes: 120 })
    const window = await on({ visittime: 'between 9 and 11' })
    const untimed = await on({ visittime: 'in the morning' })
    const days = await on({ visittime: '14:00', scheduledend: '2027-03-02' })
    const { hours, people } = await read('range=day&date=2027-03-01')
    expect(hours).toEqual({ from: 7, to: 20 })
    const { bars } = people.find(({ id }: { id: string }) => id === assignee)
    type Bar = { id: string; at: number; length: number; lane: number }
    // In quarters of an hour, after eight columns of any time; of what goes on for days to the end of the usual hours.
    expect(bars.map(({ id, at, length, lane }: Bar) => [id, at, length, lane])).toEqual([
      [early, 12, 8, 0],
      [window, 16, 8, 1],
      [days, 36, 12, 0],
      [evening, 54, 6, 0],
      [untimed, 0, 8, 0],
    ])
    const next = await read('range=day&date=2027-03-02')
    expect(next.hours).toEqual({ from: 7, to: 17 })
    const later = next.people.find(({ id }: { id: string }) => id === assignee).bars
    expect(later.map(({ id, at, length }: Bar) => [id, at, length])).toEqual([[days, 0, 8]])
    expect(await read('date=2027-03-01')).not.toHaveProperty('hours')
  })

  test('has unscheduled jobs at the side, due ones first, and none that is complete', async () => {
    const later = await job({ finish: '2027-02-01' })
    const sooner = await job({ finish: '2027-01-01' })
    const done = await job({ status: 4 })
    const ids = (await read('')).unscheduled.map(({ id }: { id: string }) => id)
    expect(ids.indexOf(sooner.id)).toBeLessThan(ids.indexOf(later.id))
    expect(ids).not.toContain(done.id)
  })

  test('has the colour of the first category, else the default', async () => {
    const worker = await addWorker('Colours')
    const plain = await job()
    const coloured = await job({ categories: [shop.category] })
    for (const { id } of [plain, coloured]) await plan(id, { assignee: worker, start: '2026-12-03' })
    const { people } = await read('range=day&date=2026-12-03')
    const bars = people.find((person: { id: string }) => person.id === worker).bars
    expect(bars.map(({ colour }: { colour: string }) => colour)).toEqual(['#878787', '#336699'])
  })

  test('is a month, whole weeks or a day', () => {
    expect(scheduleRange({ view: 'month' }, '2026-02-11')).toMatchObject({
      from: '2026-02-01',
      to: '2026-02-28',
    })
    expect(scheduleRange({ weeks: 2 }, '2026-11-25')).toMatchObject({ from: '2026-11-23', to: '2026-12-06' })
    expect(scheduleRange({ view: 'day', date: '2026-03-29' }, '2026-11-25').days).toEqual(['2026-03-29'])
  })

  test('has as many days as the calendar where clocks are changed', () => {
    expect(scheduleRange({ view: 'month', date: '2026-03-29' }, '2026-11-25').days).toHaveLength(31)
    expect(new Set(scheduleRange({ view: 'month', date: '2026-10-25' }, '2026-11-25').days).size).toBe(31)
  })
})

describe('rights', () => {
  test('systemadmin, Agent and Jobs have the scheduler at birth, a client’s person has not', async () => {
    const { admin, agent, jobs, stakeholder } = server.people
    await addStakeholder(server, shop.locations[0], stakeholder.userid)
    const asked = [admin, agent, jobs, stakeholder].map(
      async (person) => (await person.get(`/api/schedule/board/${shop.boardid}`)).status,
    )
    expect(await Promise.all(asked)).toEqual([200, 200, 200, 403])
    const { id } = await job()
    expect((await stakeholder.patch(`/api/schedule/${id}`, { start: '2026-11-03' })).status).toBe(403)
    expect((await jobs.patch(`/api/schedule/${id}`, { start: '2026-11-03' })).status).toBe(200)
  })

  test('the dialog offers no change to whoever may only look', async () => {
    const { id } = await job({ start: '2026-11-03', status: 4 })
    const { html } = await htmxRequest(server, server.people.admin, 'GET', `/schedule/${id}`)
    expect(html).toContain(`hx-patch="/schedule/${id}"`)
    await server.people.admin.patch(`/api/jobs/${id}`, { status: 6 })
    const settled = await htmxRequest(server, server.people.admin, 'GET', `/schedule/${id}`)
    expect(settled.html).not.toContain('hx-patch')
  })
})

describe('working time', () => {
  test('is set up by hours, days, holidays and days off, each with its effect', async () => {
    const { admin } = server.people
    const worker = await addWorker('Hours')
    await plan((await job({ scheduledminutes: 420 })).id, { assignee: worker, start: '2027-06-16' })
    const set = async (values: object) =>
      expect((await admin.patch('/api/configuration/settings', values)).status).toBe(200)
    const offs = async () => {
      const { people, days } = await read('range=day&date=2027-06-16')
      const { capacity, days: load } = people.find((person: { id: string }) => person.id === worker)
      return [days[0].off ?? null, capacity, load[0].over]
    }
    expect(await offs()).toEqual(['Youth Day', 0, true])
    await set({ holidays: 'none', workingminutes: '6:00' })
    expect(await offs()).toEqual([null, 360, true])
    await set({ workingminutes: '8:00' })
    expect(await offs()).toEqual([null, 480, false])
    await set({ workingdays: '1,2,4,5' })
    expect((await offs())[0]).toBe('Wednesday')
    await set({ workingdays: '1,2,3,4,5', daysoff: '2027-06-16 Closed\n\n2027-06-17' })
    expect((await offs())[0]).toBe('Closed')
    await set({ holidays: 'ZA', daysoff: '' })
  })

  test('refuses no hours, days that there are not and lines without a date, and keeps what stood', async () => {
    for (const [field, value] of [
      ['workingminutes', 0],
      ['workingminutes', 1441],
      ['workingdays', '1,8'],
      ['holidays', 'XX'],
      ['daysoff', '2027-02-30 Closed'],
      ['daysoff', 'Closed'],
    ] as const) {
      const answer = await server.people.admin.patch('/api/configuration/settings', { [field]: value })
      expect([answer.status, Object.keys(answer.body.fields)], String(value)).toEqual([400, [field]])
    }
    expect((await server.people.admin.get('/api/configuration/settings')).body.data.workingminutes).toBe(480)
  })
})
