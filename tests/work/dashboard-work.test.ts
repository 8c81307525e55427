import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { monthsUpTo } from '#server/dates.ts'
import { percentile, readLeadTimes } from '#server/domains/work/dashboard/lead-times.ts'
import { readLoad } from '#server/domains/work/dashboard/load.ts'
import { sumMargin } from '#server/domains/work/dashboard/margin.ts'
import { changeJobStep } from '#server/domains/work/jobsteps/change-job-step.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { standWords } from '#views/work/dashboard/plots.tsx'
import { addStakeholder, by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, viewerWith, type WorkShop } from './steps-support.ts'

const DAY_MS = 86_400_000
const MONDAY = '2026-11-23T08:00:00.000Z'

let now = new Date(MONDAY)
let server: TestServer
let shop: WorkShop
const admin = () => server.people.admin

beforeAll(async () => {
  server = await startTestServer(() => now)
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

const add = async (values: object = {}) =>
  (await expectOk(admin().post('/api/jobs', { boardid: shop.boardid, ...values }))) as {
    id: string
    reference: string
  }
const pageOf = async (path: string, who: Client = admin()) =>
  (await htmxRequest(server, who, 'GET', path)).html.replaceAll('\u00a0', ' ')

/** The address and the text of each figure of a plot, by its caption. */
async function plotsOf(who?: Client): Promise<Map<string, { href: string; shown: string }[]>> {
  const html = await pageOf('/', who)
  const plots = [...html.matchAll(/<table class="plot"><caption[^>]*>([^<]*)<\/caption>(.*?)<\/table>/gs)]
  return new Map(
    plots.map(([, caption = '', inside = '']) => [
      caption,
      [...inside.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href = '', shown = '']) => ({
        href: href.replaceAll('&amp;', '&'),
        shown,
      })),
    ]),
  )
}

test('percentiles are values of the list, by nearest rank', () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  expect([percentile(ten, 50), percentile(ten, 85), percentile([7], 85), percentile([], 50)]).toEqual([
    5,
    9,
    7,
    null,
  ])
  expect(percentile([1, 2, 3], 50)).toBe(2)
})

test('a time is read in minutes, hours or days', () => {
  expect([90, 3_599, 3_600, 5_400, 172_799, 172_800, 1_209_600].map(standWords)).toEqual([
    ...['2 min', '60 min', '1 h', '1,5 h', '48 h', '2 days', '14 days'],
  ])
})

describe('the figures of open jobs', () => {
  test('are those of the lists that they lead to, and of the calls', async () => {
    await add({ status: 1 })
    await add({ status: 2, categories: [shop.category], assignee: shop.worker })
    await add({ status: 2, categories: [shop.category] })
    now = new Date(Date.parse(MONDAY) + 20 * DAY_MS)
    await add({ status: 4, assignee: shop.helper })
    const plots = await plotsOf()
    const figures = [
      ...['Open jobs by lane', 'Open jobs by category', 'Open jobs by assignee'],
      'Open jobs by days since they were created',
    ].flatMap((caption) => plots.get(caption) ?? [])
    expect(figures.map(({ shown }) => shown).join(' ')).toBe('1 2 0 1 2 2 2 1 1 1 3 0 0 0')
    for (const { href, shown } of figures) {
      const html = await pageOf(href)
      expect(html, href).toContain(`${shown} ${shown === '1' ? 'job' : 'jobs'}<`)
    }
    for (const what of ['status', 'category', 'assignee', 'ages']) {
      const rows = (await expectOk(admin().get(`/api/jobs/stats/${what}`))) as { count: number }[]
      expect(
        rows.reduce((sum, { count }) => sum + count, 0),
        what,
      ).toBe(4)
    }
    now = new Date(MONDAY)
  })

  test('say in words what narrows a list, and how to show the others', async () => {
    const html = await pageOf(`/jobs?status=1,2&category=none&assignee=${shop.worker}&duebefore=2026-12-01`)
    for (const words of ['Draft or Review', 'No category', 'Due by 30 Nov 2026'])
      expect(html).toContain(words)
    expect(html).toContain('href="/jobs?status=1%2C2&amp;category=none&amp;assignee=')
    expect((await admin().get('/jobs?status=nine')).status).toBe(400)
  })

  test('are drawn as pictures with a name, their words and a table', async () => {
    const html = await pageOf('/')
    const [, labelledby = ''] =
      /<svg role="img"[^>]*aria-labelledby="(by-lane-title by-lane-desc)"/.exec(html) ?? []
    for (const id of labelledby.split(' ')) expect(html).toContain(` id="${id}"`)
    expect(html).toMatch(/<desc id="by-lane-desc">Draft: 1; Review: 2; /)
    expect(html).not.toContain('<script')
  })

  test('name nobody who works here to a client’s contact, and none of the plans', async () => {
    const { stakeholder } = server.people
    await addStakeholder(server, shop.locations[0], stakeholder.userid)
    await add({ status: 2, location: shop.locations[0] })
    const plots = await plotsOf(stakeholder)
    expect([...plots.keys()]).toEqual([
      'Open jobs by lane',
      'Open jobs by days since they were created',
      'Open jobs by category',
    ])
    expect((await stakeholder.get('/leadtimes')).status).toBe(403)
    expect(await pageOf('/', server.people.jobs)).not.toContain('Margin')
  })
})

describe('the load', () => {
  test('is the standard time of approved jobs by their due day, in the share of open steps', async () => {
    const item = (await expectOk(admin().post('/api/inventory', { code: 'GATE', unitseconds: 1_800 }))) as {
      id: string
    }
    const jobs = await server.services.tenants.write(server.accountid, by, (tx) => [
      addApprovedJob(tx, shop),
      addApprovedJob(tx, shop),
      addApprovedJob(tx, shop),
    ])
    const days = ['2026-11-20', '2026-11-26', '2026-12-07']
    for (const [n, id] of jobs.entries()) {
      await expectOk(
        admin().post('/api/materials', { jobid: id, role: 2, inventoryid: item.id, estimated: 4 }),
      )
      const { version } = (await admin().get(`/api/jobs/${id}?brief=true`)).body.data
      await expectOk(admin().patch(`/api/jobs/${id}`, { finish: days[n], version }))
    }
    const load = () =>
      server.services.tenants.write(server.accountid, by, (tx) =>
        readLoad(tx.db, viewerWith(tx), '2026-11-23'),
      )
    const at = async (date: string | null) => (await load()).find((day) => day.date === date)
    expect((await load()).length).toBe(15)
    expect(await at(null)).toEqual({ date: null, jobs: 1, minutes: 120, untimed: 0, capacity: 0 })
    // Two people of eight hours, and none on a Saturday.
    expect(await at('2026-11-26')).toMatchObject({
      date: '2026-11-26',
      jobs: 1,
      minutes: 120,
      untimed: 0,
      capacity: 960,
    })
    // A job's own scheduled duration goes before the standard time; one with neither is counted.
    await expectOk(admin().patch(`/api/jobs/${jobs[1]}`, { scheduledminutes: 510 }))
    expect(await at('2026-11-26')).toMatchObject({ minutes: 510, untimed: 0 })
    await expectOk(admin().patch(`/api/jobs/${jobs[1]}`, { scheduledminutes: null }))
    const bare = await server.services.tenants.write(server.accountid, by, (tx) => addApprovedJob(tx, shop))
    await expectOk(admin().patch(`/api/jobs/${bare}`, { finish: '2026-11-27' }))
    expect(await at('2026-11-27')).toMatchObject({ jobs: 1, minutes: 0, untimed: 1 })
    await expectOk(admin().patch(`/api/jobs/${bare}`, { finish: null }))
    expect((await at('2026-11-28'))?.capacity).toBe(0)
    // The fifteenth day is not one of the two weeks.
    expect((await load()).reduce((sum, day) => sum + day.jobs, 0)).toBe(2)
    await server.services.tenants.write(server.accountid, by, (tx) => {
      const step = prepared<{ id: string; version: number }>(
        tx.db,
        'SELECT id, version FROM job_steps WHERE jobid = ? ORDER BY "order"',
      ).get([jobs[1] as string])
      changeJobStep(tx, viewerWith(tx), { id: step?.id ?? '', action: 'skip', note: 'Done before' })
    })
    expect((await at('2026-11-26'))?.minutes).toBe(80)
    const figures = (await plotsOf()).get('Work due in the next two weeks') ?? []
    const day = figures.find(({ href }) => href.includes('duefrom=2026-11-26'))
    expect(day?.shown).toBe('1 h 20, 1 job')
    expect(await pageOf(day?.href ?? '')).toContain('1 job<')
  })
})

describe('the time on a lane', () => {
  test('is that of the moves of the last 90 days, of which none is lost by the next', async () => {
    const leads = () =>
      server.services.tenants.write(server.accountid, by, (tx) => readLeadTimes(tx.db, viewerWith(tx)))
    const before = (await leads()).map(({ count }) => count)
    const jobs = [await add(), await add(), await add()]
    for (const [n, { id }] of jobs.entries()) {
      now = new Date(Date.parse(MONDAY) + (n + 1) * DAY_MS)
      await expectOk(admin().post('/api/jobs/reorder', { jobid: id, lane: 2 }))
    }
    const [draft, ...rest] = await leads()
    expect(draft).toMatchObject({ median: 2 * 86_400, most: 3 * 86_400, count: 3 })
    expect(rest.map(({ count }) => count)).toEqual(before.slice(1))
    // What is taken back within a minute was a slip.
    await expectOk(admin().post('/api/jobs/reorder', { jobid: jobs[2]?.id, lane: 1 }))
    expect((await leads())[1]?.count).toBe(before[1])
    const html = await pageOf('/leadtimes?lane=1')
    expect(html).toContain('3 times')
    for (const { reference } of jobs) expect(html).toContain(reference)
    now = new Date(Date.parse(MONDAY) + 95 * DAY_MS)
    expect((await leads())[0]?.count).toBe(0)
    now = new Date(MONDAY)
  })
})

describe('the margin', () => {
  test('is that of the jobs which were completed this month, as each of them says', async () => {
    const sell = async (more: object, lines: readonly object[]) => {
      const { id } = await add({ status: 4, ...more })
      const rows = lines.map((line) => ({ jobid: id, role: 2, description: 'Work', estimated: 2, ...line }))
      await expectOk(admin().post('/api/materials/many', rows))
      return id
    }
    const [month] = monthsUpTo('2026-11-23')
    const margin = () =>
      server.services.tenants.write(server.accountid, by, (tx) => {
        const boards = [...viewerWith(tx).boards.keys()]
        return sumMargin(tx.db, { boards, locations: null }, month)
      })
    const before = await margin()
    const ids = [
      await sell({}, [{ linerate: 100, costrate: 60.55, consumed: 3 }]),
      await sell({ fixedprice: true }, [
        { linerate: 50, consumed: 1, costrate: 10 },
        { role: 1, linerate: 0, estimated: 1, consumed: 1, costrate: 7.005, nonbillable: true },
      ]),
    ]
    const totals = await Promise.all(ids.map((id) => expectOk(admin().get(`/api/jobs/${id}/totals`))))
    const after = await margin()
    expect(after.count - before.count).toBe(2)
    const said = totals.reduce((sum, one) => sum + Math.round(Number(one.margin.actual) * 100), 0)
    expect(after.cents - before.cents).toBe(said)
    expect(said).not.toBe(0)
  })
})

test('coming work stands on the dashboard by day and hour, whether or not it is due', async () => {
  const late = await add({ description: 'Late drain', start: '2026-11-24', visittime: '14:00' })
  const early = await add({ description: 'Early geyser', start: '2026-11-24', visittime: '8:00' })
  const today = await add({ description: 'Inspection', start: '2026-11-23' })
  const far = await add({ description: 'Next year', start: '2027-01-04' })
  const html = await pageOf('/')
  const coming = html.split('<h2>Coming work<')[1]?.split('<h2>')[0] ?? ''
  const order = [today, early, late].map(({ reference }) => coming.indexOf(`<strong>${reference}</strong>`))
  expect(order.every((at) => at > 0) && order).toEqual(order.toSorted((a, b) => a - b))
  expect(coming).toContain('Tomorrow 08:00')
  expect(coming).not.toContain(far.reference)
})
