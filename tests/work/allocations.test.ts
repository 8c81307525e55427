import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '#db/schema/tenant/index.ts'
import type { AllocationsProps } from '#islands/allocations/props.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { by } from './jobs-support.ts'
import { addApprovedJob, createWorkShop, type WorkShop } from './steps-support.ts'

// A Wednesday.
const now = Date.UTC(2026, 10, 25, 6)
const PATH = '/jobs/work-shop/panel/allocations'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer(() => new Date(now))
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin

function newJob(values: Partial<typeof jobs.$inferInsert> = {}): Promise<string> {
  return server.services.tenants.write(server.accountid, by, (tx) => {
    const id = addApprovedJob(tx, shop)
    if (Object.keys(values).length > 0) tx.db.update(jobs).set(values).where(eq(jobs.id, id)).run()
    return id
  })
}

async function open(query = '', who: Client = admin()) {
  const { status, text } = await who.get(PATH + query)
  const [, json = '{}'] =
    /data-island="allocations"[^>]*><script type="application\/json">(.*?)<\/script>/s.exec(text) ?? []
  const props = JSON.parse(json) as AllocationsProps
  const html = text.slice(text.indexOf('data-hydrate'))
  return { status, html, props, ids: (props.jobs ?? []).map(({ job }) => job.id) }
}

const stepsOf = async (jobid: string) => (await admin().get(`/api/steps/job/${jobid}`)).body.data
const act = (body: object, who: Client = admin()) => who.patch('/api/steps/job', body)

/** The part of the page that shows one job. */
const partOf = (html: string, jobid: string) =>
  html.split('data-job="').find((part) => part.startsWith(jobid)) ?? ''

describe('the allocations page', () => {
  test('lists what is due or begins up to Sunday, what is due first before the rest', async () => {
    const sunday = await newJob({ finish: '2026-11-29' })
    const late = await newJob({ finish: '2026-11-20' })
    const begun = await newJob({ start: '2026-11-27', finish: '2026-12-18' })
    const monday = await newJob({ finish: '2026-11-30' })
    const { ids, props } = await open()
    expect(ids.filter((id) => [sunday, late, begun, monday].includes(id))).toEqual([late, sunday, begun])
    expect(props.asked).toEqual({ start: '', end: '2026-11-29', search: '', worker: '' })
    expect((await open('?end=2026-11-30')).ids).toContain(monday)
    expect((await open('?all=true')).ids).toContain(monday)
    const chosen = await open('?start=2026-11-30&all=true')
    expect(chosen.ids).toContain(begun)
    expect(chosen.ids).not.toContain(late)
    expect((await open('?end=soon')).status).toBe(400)
  })

  test('is drawn whole by the server: job, category, steps, who has them, and what can be done', async () => {
    const jobid = await newJob({ finish: '2026-11-24', scheduledminutes: 180 })
    const [cut, weld] = await stepsOf(jobid)
    await act({ id: cut.id, action: 'finish', workerid: shop.worker, minutes: 10 })
    await act({ id: weld.id, workerid: shop.helper })
    const part = partOf((await open()).html, jobid)
    for (const shown of ['Repair', 'Gate', '1 day late', 'Completed', 'Hendrik', 'Nobody yet', 'Start'])
      expect(part).toContain(shown)
    expect(part).toContain('1<!-- --> of <!-- -->3<!-- --> steps done')
  })

  test('shows iterations, the newest first, with the reason', async () => {
    const jobid = await newJob({ finish: '2026-11-24' })
    await admin().post(`/api/steps/job/iteration/${jobid}`, { reason: 'Runs in the paint' })
    const part = partOf((await open()).html, jobid)
    expect(part.indexOf('Round 2')).toBeGreaterThan(0)
    expect(part.indexOf('Round 2')).toBeLessThan(part.indexOf('Round 1'))
    expect(part).toContain('Runs in the paint')
  })

  test('says how a job becomes approved where there is none', async () => {
    const { html } = await open('?end=2020-01-01')
    expect(html).toContain('No approved job has open steps in these dates.')
    expect(html).toContain('A job is approved when')
  })

  test('leads on from an old word for jobs', async () => {
    const { status, headers } = await admin().get(PATH.replace('/jobs/', '/works/'))
    expect([status, headers.get('location')]).toEqual([303, PATH])
  })
})

test('a named view of the page keeps dates as words, and its address says all', async () => {
  const jobid = await newJob({ finish: '2026-12-03' })
  const made = await admin().post('/api/views', {
    list: '/:jobs/:board/panel/allocations',
    name: 'Two weeks',
    query: 'end=in14days&search=gate',
  })
  expect(made.status).toBe(200)
  const { status, headers } = await admin().get(`${PATH}?view=${made.body.data.id}`)
  expect(status).toBe(303)
  const address = new URL(headers.get('location') ?? '', 'http://x')
  expect(address.searchParams.get('end')).toBe('in14days')
  const { ids, props } = await open(address.search)
  expect(ids).toContain(jobid)
  expect(props.asked).toMatchObject({ end: '2026-12-09', search: 'gate' })
})

describe('who may', () => {
  test('a StakeHolder sees nothing of it', async () => {
    await newJob()
    const { stakeholder } = server.people
    const { status, text } = await stakeholder.get(PATH)
    expect(status).toBe(403)
    expect(text).not.toContain('Gate')
    expect((await stakeholder.get('/jobs/work-shop/history')).text).not.toContain('panel/allocations')
  })

  test('Jobs work on steps and give none to others', async () => {
    const jobid = await newJob({ finish: '2026-11-19' })
    const [cut, weld] = await stepsOf(jobid)
    const { jobs: person } = server.people
    const { status, html, props } = await open('', person)
    expect([status, props.board.can.steps, props.board.can.assign]).toEqual([200, true, false])
    const part = partOf(html, jobid)
    expect(part).toContain('Start Cut')
    expect(part).not.toContain('<select')
    expect(part).not.toContain('Do the steps again')
    expect((await act({ id: cut.id, workerid: shop.helper }, person)).status).toBe(403)
    expect((await person.post(`/api/steps/job/iteration/${jobid}`, { reason: 'x' })).status).toBe(403)
    expect((await act({ id: weld.id, workerid: shop.worker }, person)).status).toBe(200)
  })
})

describe('what comes to be while people work', () => {
  const approved = async (query: string) =>
    (await admin().get(`/api/steps/approved?boardid=${shop.boardid}&${query}`)).body.data

  test('of named jobs, those too whose steps are all done', async () => {
    const [done, moved] = [await newJob(), await newJob()]
    for (const { id } of await stepsOf(done)) await act({ id, action: 'skip', note: 'None' })
    await admin().post('/api/jobs/reorder', { jobid: moved, lane: 4, confirmed: true })
    const found = await approved(`ids=${done},${moved}`)
    expect(found.map(({ job }: { job: { id: string } }) => job.id)).toEqual([done])
    expect((await open()).ids).not.toContain(done)
    expect((await admin().get('/api/steps/approved?ids=a,,b')).status).toBe(400)
  })

  test('a step of a category that is removed goes on as the job’s own', async () => {
    const category = (await admin().post('/api/categories', { name: 'Doomed', jobcategory: true })).body.data
      .id
    await admin().post('/api/steps', { category, name: 'Sand', instruction: 'Well', lane: 3 })
    const { body } = await admin().post('/api/jobs', {
      ...{ boardid: shop.boardid, status: 3, categories: [category] },
      ...{ description: 'Of a doomed category', finish: '2026-11-18' },
    })
    const jobid = body.data.id
    expect((await admin().delete(`/api/categories/${category}`)).status).toBe(200)
    const [sand] = await stepsOf(jobid)
    expect(partOf((await open()).html, jobid)).toContain('Sand')
    const started = await act({ id: sand.id, action: 'start', workerid: shop.worker })
    expect([started.status, started.body.data.running.length]).toEqual([200, 1])
    expect((await act({ id: sand.id, action: 'finish' })).body.data.completed).toBe(true)
  })

  test('a job that is moved while its step runs is on the other board, running', async () => {
    const jobid = await newJob({ finish: '2026-11-18' })
    const [cut] = await stepsOf(jobid)
    await act({ id: cut.id, action: 'start', workerid: shop.worker })
    await admin().patch(`/api/jobs/${jobid}`, { boardid: shop.secondid })
    expect((await open()).ids).not.toContain(jobid)
    const { body } = await admin().get(`/api/steps/approved?boardid=${shop.secondid}&ids=${jobid}`)
    expect(body.data[0].steps[0].running).toHaveLength(1)
  })

  test('a worker who is archived with a running timer stops, and keeps the step until it is given on', async () => {
    const jobid = await newJob({ finish: '2026-11-18' })
    const [cut] = await stepsOf(jobid)
    const leaver = (await admin().post('/api/workers', { name: 'Lesedi' })).body.data.id
    await act({ id: cut.id, action: 'start', workerid: leaver })
    await admin().delete(`/api/workers/${leaver}`)
    const { props, html } = await open()
    const [step] = props.jobs.find(({ job }) => job.id === jobid)?.steps ?? []
    expect(step).toMatchObject({ worker: { name: 'Lesedi' }, running: [] })
    expect(props.workers.map(({ name }) => name)).not.toContain('Lesedi')
    expect(partOf(html, jobid)).toContain('Lesedi')
    expect((await act({ id: cut.id, workerid: shop.helper })).body.data.worker.name).toBe('Hendrik')
  })
})
