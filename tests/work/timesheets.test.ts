import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { time_entries } from '#db/schema/tenant/index.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
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
/** Signs in as Wendy, a worker who does not manage the time of others. */
const wendy = () => server.people.jobs
const newJob = () => server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))

let mondays = 0
/** A week that no other test has, nor the one after it. */
const newMonday = () => {
  const day = Temporal.PlainDate.from('2024-01-01').add({ weeks: 2 * mondays++ })
  return (at = 0) => day.add({ days: at }).toString()
}

const write = (values: object, who = wendy()) =>
  who.post('/api/jobs/timesheet', { workerid: shop.worker, minutes: 60, ...values })
const weekOf = async (date: string, who = admin(), workerid = shop.worker) =>
  (await who.get(`/api/timesheets/week?workerid=${workerid}&date=${date}`)).body.data
const act = (action: string, date: string, more: object = {}, who: Client = wendy()) =>
  who.patch('/api/timesheets/week', { workerid: shop.worker, date, action, ...more })

describe('the sheet of a week', () => {
  test('has a row for each job and step, sums by day and of the week', async () => {
    const [first, second, day] = [await newJob(), await newJob(), newMonday()]
    const [cut] = (await admin().get(`/api/steps/job/${first}`)).body.data
    await write({ jobid: first, date: day(), minutes: 90 })
    await write({ jobid: first, jobstepid: cut.id, date: day(), minutes: 30 })
    await write({ jobid: second, date: day(4), minutes: 480 })
    await write({ jobid: second, date: day(7), minutes: 60 })
    const sheet = await weekOf(day(2))
    expect([sheet.monday, sheet.sunday, sheet.minutes]).toEqual([day(), day(6), 600])
    expect(sheet.rows.map(({ name, minutes }: { name: string; minutes: number }) => [name, minutes])).toEqual(
      [
        ['Cut', 30],
        ['Gate', 90],
        ['Gate', 480],
      ],
    )
    expect(sheet.days.map(({ minutes }: { minutes: number }) => minutes)).toEqual([120, 0, 0, 0, 480, 0, 0])
  })

  test('is told by the history of its job, in words and days as people write them', async () => {
    const jobid = await newJob()
    await write({ jobid, date: '2024-07-05', minutes: 90 }, admin())
    await expectOk(admin().post('/api/jobs/reorder', { jobid, lane: 1 }))
    const { data } = (await admin().get(`/api/jobs/${jobid}/history`)).body
    const said: string[] = data.flatMap(({ oldvalue, newvalue }: Record<string, string>) => [
      oldvalue,
      newvalue,
    ])
    expect(said.some((text) => text.includes(', 5 Jul 2024, 1\u00a0h\u00a030'))).toBe(true)
    expect(said.some((text) => /^by .* on \d+ [A-Z][a-z]{2} \d{4}$/.test(text))).toBe(true)
  })

  test('cuts what was clocked at midnight, of Sunday too', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    // 22:00 to 02:00 in South Africa.
    await write({ jobid, startutc: `${day(-1)}T20:00:00.000Z`, minutes: 240 })
    await write({ jobid, startutc: `${day()}T20:00:00.000Z`, minutes: 240 })
    const sheet = await weekOf(day())
    expect(sheet.days.map(({ minutes }: { minutes: number }) => minutes)).toEqual([240, 120, 0, 0, 0, 0, 0])
    expect(sheet.minutes).toBe(360)
  })

  test('goes by the days of the account, on which daylight saving has 23 or 25 hours', async () => {
    const jobid = await newJob()
    await admin().patch('/api/configuration/settings', { zone: 'Europe/London' })
    // 30 March 2025 from midnight to midnight, and 26 October.
    await write({ jobid, startutc: '2025-03-30T00:00:00.000Z', minutes: 23 * 60 })
    await write({ jobid, startutc: '2025-10-25T23:00:00.000Z', minutes: 25 * 60 })
    const [spring, autumn] = [await weekOf('2025-03-30'), await weekOf('2025-10-26')]
    await admin().patch('/api/configuration/settings', { zone: 'Africa/Johannesburg' })
    expect([spring.days[6].minutes, autumn.days[6].minutes]).toEqual([1380, 1500])
  })

  test('allows and shows what overlaps and what is longer than a day', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    await write({ jobid, startutc: `${day()}T06:00:00.000Z`, minutes: 240 })
    await write({ jobid, startutc: `${day()}T09:00:00.000Z`, minutes: 300 })
    // By hand a day takes no more than it has; what was clocked comes on top.
    await write({ jobid, date: day(1), minutes: 24 * 60 })
    await write({ jobid, startutc: `${day(1)}T06:00:00.000Z`, minutes: 60 })
    const sheet = await weekOf(day())
    expect(sheet.days.slice(0, 2)).toEqual([
      { date: day(), minutes: 540, attendance: 480, toolong: false },
      { date: day(1), minutes: 1500, attendance: 1500, toolong: true },
    ])
    expect(sheet.rows[0].cells[0]).toMatchObject({ overlaps: true, entries: 2 })
    const page = await htmxRequest(
      server,
      admin(),
      'GET',
      `/timesheets?workerid=${shop.worker}&date=${day()}`,
    )
    for (const text of ['Beside other time', 'More than 24 hours on one day', 'At work'])
      expect(page.html).toContain(text)
  })

  test('is added to and changed from its own page', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    const form = { workerid: shop.worker, jobid, date: day(), minutes: '1:30', detail: 'On site' }
    const added = await htmxRequest(server, wendy(), 'POST', '/timesheets/time', form)
    expect(added.trigger.snackbar.message).toContain('added')
    const cell = `/timesheets/time?workerid=${shop.worker}&date=${day()}&jobid=${jobid}`
    const dialog = await htmxRequest(server, wendy(), 'GET', cell)
    expect(dialog.html.includes('item of the job that is sold by time')).toBe(
      dialog.html.includes('Labour item'),
    )
    const id = /\/mywork\/time\/([0-9a-f-]+)/.exec(dialog.html)?.[1]
    await htmxRequest(server, wendy(), 'POST', `/mywork/time/${id}`, {
      minutes: '2 h',
      detail: 'On site',
      date: day(1),
      billable: 'false',
      version: '1',
    })
    const sheet = await weekOf(day())
    expect(sheet.days.map(({ minutes }: { minutes: number }) => minutes)).toEqual([0, 120, 0, 0, 0, 0, 0])
    const removed = await htmxRequest(server, wendy(), 'POST', `/timesheets/time/${id}/remove`, {
      minutes: '2 h',
      version: '2',
    })
    expect((await weekOf(day())).minutes).toBe(0)
    await htmxRequest(server, wendy(), 'POST', removed.trigger.snackbar.undo.url)
    expect((await weekOf(day())).minutes).toBe(120)
    const refused = await htmxRequest(server, wendy(), 'POST', '/timesheets/time', { ...form, jobid: '' })
    expect([refused.status, refused.html.includes('Choose the job.')]).toEqual([422, true])
  })

  test('keeps the seconds of a timer whose minutes were not changed', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    const { id } = (await write({ jobid, startutc: `${day()}T06:00:00.000Z` })).body.data
    await server.services.tenants.write(server.accountid, by, (tx) =>
      tx.db.update(time_entries).set({ seconds: 3_590 }).where(eq(time_entries.id, id)).run(),
    )
    const stored = () =>
      server.services.tenants.read(
        server.accountid,
        (db) => db.select().from(time_entries).where(eq(time_entries.id, id)).get()?.seconds,
      )
    await wendy().patch(`/api/jobs/timesheet/${id}`, { minutes: 60, detail: 'More words' })
    expect(stored()).toBe(3_590)
    await wendy().patch(`/api/jobs/timesheet/${id}`, { minutes: 59 })
    expect(stored()).toBe(3_540)
  })

  test('is one’s own, or that of anybody for whoever manages time', async () => {
    const day = newMonday()
    const path = (workerid: string) => `/api/timesheets/week?workerid=${workerid}&date=${day()}`
    expect((await wendy().get(path(shop.worker))).status).toBe(200)
    expect((await wendy().get(path(shop.helper))).status).toBe(403)
    expect((await admin().get(path(shop.helper))).status).toBe(200)
    expect((await admin().get(path(randomUUIDv7()))).status).toBe(400)
    for (const path of ['/timesheets/waiting', '/api/timesheets/waiting'])
      expect((await wendy().get(path)).status).toBe(403)
  })

  test('opens on one’s own, and for who has none and may see all, on that of everyone', async () => {
    const day = newMonday()
    const opened = async (who: Client) => {
      const headers = { cookie: who.cookie, accept: 'text/html' }
      const answer = await fetch(`${server.url}/timesheets?date=${day()}`, { headers, redirect: 'manual' })
      return answer.headers.get('location') ?? /<p class="printed">([^<]*)/.exec(await answer.text())?.[1]
    }
    await expectOk(write({ jobid: await newJob(), workerid: shop.helper, date: day() }, admin()))
    expect(await opened(wendy())).toBe('Wendy')
    expect(await opened(admin())).toBe(`/timesheets/everyone?date=${day()}`)
    const { html } = await htmxRequest(server, admin(), 'GET', `/timesheets/everyone?date=${day(3)}`)
    const row = (workerid: string) =>
      (html.split(`workerid=${workerid}`)[1] ?? '').split('</tr>')[0]?.match(/1\u00a0h\u00a000/g)?.length
    // On Monday and in the week.
    expect([row(shop.helper), row(shop.worker)]).toEqual([2, undefined])
    expect((await wendy().get('/timesheets/everyone')).status).toBe(403)
    const { id } = await expectOk(admin().post('/api/workers', { name: 'Ada', userid: admin().userid }))
    expect(await opened(admin())).toBe(`/timesheets/everyone?date=${day()}`)
    await expectOk(write({ jobid: await newJob(), workerid: id, date: day() }, admin()))
    expect(await opened(admin())).toBe('Ada')
  })

  test('of one time is corrected by the main button of its dialog', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    const cell = `/timesheets/time?workerid=${shop.worker}&date=${day()}&jobid=${jobid}`
    const main = async () =>
      [
        ...(await htmxRequest(server, wendy(), 'GET', cell)).html.matchAll(
          /class="[^"]*primary[^"]*"[^>]*>(.*?)<\/button>/gs,
        ),
      ].map(([, words = '']) => words.replace(/<[^>]*>/g, '').trim())
    expect(await main()).toEqual(['Add time'])
    await expectOk(write({ jobid, date: day() }))
    expect(await main()).toEqual(['Save'])
  })
})

describe('a week', () => {
  test('is submitted by its worker, approved, and locked against every door until it is reopened', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    const { id } = (await write({ jobid, date: day() })).body.data
    expect((await act('submit', day(3))).body).toMatchObject({ data: { state: 'submitted', changes: false } })
    const refusal = 'is submitted: it is taken back before its time changes.'
    expect((await write({ jobid, date: day(1) })).body.message).toContain(refusal)
    expect((await write({ jobid, date: day(1) }, admin())).status).toBe(200)
    expect((await act('approve', day(), {}, wendy())).status).toBe(403)
    expect((await act('approve', day(), {}, admin())).body.data.state).toBe('approved')
    const form = { workerid: shop.worker, jobid, date: day(2), minutes: '0:10' }
    for (const answer of [
      await write({ jobid, date: day(6) }, admin()),
      await admin().patch(`/api/jobs/timesheet/${id}`, { detail: 'Late' }),
      await admin().delete(`/api/jobs/timesheet/${id}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([400, 'weeklocked'])
    const typed = await htmxRequest(server, admin(), 'POST', '/timesheets/time', form)
    expect([typed.status, typed.html.includes('is approved: it is reopened')]).toEqual([422, true])
    // Nor is other time moved into it.
    const other = (await write({ jobid, date: day(7) })).body.data.id
    expect((await admin().patch(`/api/jobs/timesheet/${other}`, { date: day(1) })).status).toBe(400)
    expect((await act('reopen', day(), {}, admin())).body.fields).toHaveProperty('reason')
    await act('reopen', day(), { reason: 'Saturday is missing' }, admin())
    expect((await write({ jobid, date: day(5) })).status).toBe(200)
    const sheet = await weekOf(day())
    expect([sheet.state, sheet.reason, sheet.minutes]).toEqual(['open', 'Saturday is missing', 180])
    expect(
      sheet.history.map(({ newvalue }: { newvalue: string }) => newvalue.replaceAll('\u00a0', ' ')),
    ).toEqual(['reopened, 2 h 00: Saturday is missing', 'approved, 2 h 00', 'submitted, 1 h 00'])
  })

  test('is sent back with a reason, which its worker is told', async () => {
    const day = newMonday()
    await act('submit', day())
    expect((await act('return', day(), {}, admin())).body.fields).toHaveProperty('reason')
    expect((await act('return', day(), { reason: 'Where is Friday?' }, admin())).status).toBe(200)
    const told = (await wendy().get('/api/communication/notifications')).body.data
    expect(JSON.stringify(told)).toContain('Where is Friday?')
    expect((await act('submit', day())).body.data).toMatchObject({ state: 'submitted', reason: '' })
    expect((await act('withdraw', day())).body.data.state).toBe('open')
  })

  test('is decided once: the second is told what it is now', async () => {
    const day = newMonday()
    const { version } = (await act('submit', day())).body.data
    const approve = () => act('approve', day(), { version }, admin())
    const answers = await Promise.all([approve(), approve()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await act('submit', day())).body.message).toBe('This week is approved.')
  })

  test('waits for its timers and for what is to be confirmed; the future is not submitted', async () => {
    const jobid = await newJob()
    const [cut] = (await admin().get(`/api/steps/job/${jobid}`)).body.data
    const today = Temporal.Now.plainDateISO('Africa/Johannesburg').toString()
    await wendy().patch('/api/steps/job', { id: cut.id, action: 'start', workerid: shop.worker })
    expect((await act('submit', today)).body.message).toBe('A timer of this week still runs: pause it first.')
    await wendy().patch('/api/steps/job', { id: cut.id, action: 'pause' })
    await server.services.tenants.write(server.accountid, by, (tx) =>
      tx.db.update(time_entries).set({ unconfirmed: true }).where(eq(time_entries.jobid, jobid)).run(),
    )
    expect((await act('submit', today)).body.message).toContain('to be confirmed first')
    await server.services.tenants.write(server.accountid, by, (tx) =>
      tx.db.update(time_entries).set({ unconfirmed: false }).where(eq(time_entries.jobid, jobid)).run(),
    )
    expect((await act('submit', today)).status).toBe(200)
    const start = await wendy().patch('/api/steps/job', {
      id: cut.id,
      action: 'start',
      workerid: shop.worker,
    })
    expect([start.status, start.body.code]).toEqual([400, 'weeklocked'])
    expect((await act('withdraw', today)).status).toBe(200)
    expect((await act('submit', '2999-01-01')).body.fields).toHaveProperty('date')
  })

  test('stands among those that wait until it is decided; all of them do', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    await write({ jobid, date: day(), minutes: 45 })
    await act('submit', day())
    const waiting = async () => {
      const { data, total } = (await admin().get('/api/timesheets/waiting')).body
      expect(total).toBe(data.length)
      return data.filter(({ monday }: { monday: string }) => monday === day())
    }
    expect(await waiting()).toMatchObject([{ workername: 'Wendy', minutes: 45 }])
    const page = await htmxRequest(server, admin(), 'GET', '/timesheets/waiting')
    expect(page.html).toContain(`date=${day()}`)
    await act('approve', day(), {}, admin())
    expect(await waiting()).toEqual([])
  })

  test('that is over and was not submitted is listed', async () => {
    const jobid = await newJob()
    const last = Temporal.Now.plainDateISO('Africa/Johannesburg').subtract({ weeks: 1 }).toString()
    await write({ jobid, date: last, workerid: shop.helper }, admin())
    const open = async () =>
      (await admin().get('/api/timesheets/open')).body.data.filter(
        ({ workerid }: { workerid: string }) => workerid === shop.helper,
      )
    expect(await open()).toMatchObject([{ workername: 'Hendrik', minutes: 60 }])
    await act('submit', last, { workerid: shop.helper }, admin())
    expect(await open()).toEqual([])
  })

  test('that is approved keeps what it cost when a rate is dated back', async () => {
    const [jobid, day] = [await newJob(), newMonday()]
    await write({ jobid, date: day() })
    await act('submit', day())
    await act('approve', day(), {}, admin())
    await write({ jobid, date: day(7) })
    await admin().post(`/api/workers/${shop.worker}/rates`, { startdate: day(), rate: 333 })
    const { data } = (await admin().get(`/api/jobs/${jobid}/timesheet`)).body
    expect(data.map(({ cost }: { cost: number }) => cost)).toEqual([120, 333])
    await admin().delete(`/api/workers/${shop.worker}/rates/${day()}`)
  })
})
