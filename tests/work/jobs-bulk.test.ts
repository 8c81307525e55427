import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const admin = () => server.people.admin
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const add = async (values: object = {}) =>
  (await expectOk(admin().post('/api/jobs', { boardid: shop.boardid, ...values }))) as {
    id: string
    reference: string
  }
const bulk = (body: object, who: Client = admin()) => expectOk(who.post('/api/jobs/bulk', body))
const read = (id: string) => expectOk(admin().get(`/api/jobs/${id}`))

describe('a change of many jobs', () => {
  test('is made on each, and taken back at once', async () => {
    const ids = [(await add({ assignee: shop.worker })).id, (await add()).id]
    for (const change of [
      { assignee: null },
      { finish: '2026-12-24' },
      { category: shop.category },
      { lane: 2 },
    ]) {
      const before = await Promise.all(ids.map(read))
      const { id, done, refused } = await bulk({ ids, ...change })
      expect([done, refused]).toEqual([ids, []])
      const undone = await expectOk(admin().post(`/api/jobs/bulk/${id}/undo`, {}))
      expect(undone.refused).toEqual([])
      const after = await Promise.all(ids.map(read))
      const facts = (jobs: Record<string, unknown>[]) =>
        jobs.map(({ assignee, finish, categories, status }) => ({ assignee, finish, categories, status }))
      expect(facts(after)).toEqual(facts(before))
      expect((await admin().post(`/api/jobs/bulk/${id}/undo`, {})).status).toBe(404)
    }
  })

  test('says in its form what was changed, and to whom', async () => {
    const ids = `${(await add()).id},${(await add()).id}`
    const { name } = await expectOk(admin().get(`/api/workers/${shop.worker}`))
    const words = async (fields: Record<string, string>) => {
      const { trigger } = await htmxRequest(server, admin(), 'POST', '/bulkchanges', { ids, ...fields })
      return JSON.stringify(trigger)
    }
    expect(await words({ assignee: shop.worker })).toContain(`2 jobs assigned to ${name}`)
    expect(await words({ assignee: '' })).toContain('2 jobs assigned to nobody')
    expect(await words({ finish: '2026-12-24' })).toContain('2 jobs due 24 Dec 2026')
    expect(await words({ finish: '' })).toContain('2 jobs due on no day')
  })

  test('names each job that stays, and why, and changes the others', async () => {
    const [open, gone, elsewhere] = [await add(), await add(), await add({ boardid: shop.secondid })]
    await admin().post('/api/jobs/reorder', { jobid: gone.id, lane: 4, confirmed: true })
    await admin().patch(`/api/jobs/${gone.id}`, { status: 6 })
    const { done, refused } = await bulk({
      ids: [open.id, gone.id, 'none', elsewhere.id],
      finish: '2026-12-01',
    })
    expect(done).toEqual([open.id, elsewhere.id])
    expect(refused).toMatchObject([
      { id: gone.id, reference: gone.reference, message: expect.stringContaining('archived') },
      { id: 'none', reference: '' },
    ])
    expect((await read(gone.id)).finish).toBeNull()
  })

  test('leaves nothing and tells nobody of what was refused', async () => {
    const job = await add()
    const history = async () => (await expectOk(admin().get(`/api/jobs/${job.id}/history`))).length
    const before = await history()
    const { refused } = await bulk({ ids: [job.id], lane: 3 }, server.people.jobs)
    expect(refused).toHaveLength(1)
    expect(await history()).toBe(before)
    expect((await read(job.id)).status).toBe(1)
  })

  test('archives, and its undo brings back what nobody touched since', async () => {
    const jobs = [await add(), await add()]
    for (const { id } of jobs)
      await admin().post('/api/jobs/reorder', { jobid: id, lane: 4, confirmed: true })
    const ids = jobs.map(({ id }) => id)
    const { id } = await bulk({ ids, archived: true })
    expect((await read(ids[0] as string)).status).toBe(6)
    await expectOk(admin().patch(`/api/jobs/restore/${ids[1]}`, {}))
    const form = await htmxRequest(server, admin(), 'POST', `/bulkchanges/${id}/undo`)
    expect(form.trigger.snackbar.message).toBe('1 taken back; 1 stay, since they were changed again')
    expect((await read(ids[0] as string)).status).toBe(4)
  })

  test('of all that a list finds stops when there are not as many as were seen', async () => {
    for (const description of ['many one', 'many two', 'many three']) await add({ description })
    const all = { search: 'many', total: 2 }
    const stopped = await admin().post('/api/jobs/bulk', { all, finish: '2026-12-02' })
    expect([stopped.status, stopped.body.code]).toEqual([409, 'total'])
    const { done } = await bulk({ all: { ...all, total: 3 }, finish: '2026-12-02' })
    expect(done).toHaveLength(3)
    const [found] = await expectOk(admin().get('/api/jobs?search=many&take=1'))
    expect(found.finish).toBe('2026-12-02')
  })

  test('is refused without jobs, with two changes, and to whoever may not change them', async () => {
    const { id } = await add()
    expect(await expectRefused(admin().post('/api/jobs/bulk', { ids: [], lane: 2 }))).toEqual(['ids'])
    expect(await expectRefused(admin().post('/api/jobs/bulk', { lane: 2 }))).toEqual(['ids'])
    expect((await admin().post('/api/jobs/bulk', { ids: [id] })).status).toBe(400)
    expect((await admin().post('/api/jobs/bulk', { ids: [id], lane: 2, finish: null })).status).toBe(400)
    expect((await server.people.stakeholder.post('/api/jobs/bulk', { ids: [id], lane: 2 })).status).toBe(403)
    const other = await expectOk(server.other.post('/api/jobs/bulk', { ids: [id], finish: null }))
    expect(other).toMatchObject({ done: [], refused: [{ id, reference: '' }] })
    const mine = await bulk({ ids: [id], finish: '2026-12-03' })
    expect((await server.people.agent.post(`/api/jobs/bulk/${mine.id}/undo`, {})).status).toBe(404)
  })
})

describe('repeating jobs by call (F11)', () => {
  test('are made up to a day, of one board, once each', async () => {
    const category = await expectOk(
      admin().post('/api/categories', { name: 'Service', jobcategory: true, frequency: 'monthly' }),
    )
    const template = { template: true, categories: [category.id], description: 'Monthly service' }
    const start = Temporal.Now.plainDateISO('Africa/Johannesburg').add({ days: 10 })
    await add({ ...template, start: start.toString() })
    const made = (body: object) => expectOk(admin().post('/api/jobs/scheduled', body))
    expect(await made({ boardid: shop.boardid })).toEqual([])
    expect(await made({ boardid: shop.secondid, created: start.toString() })).toEqual([])
    const created = start.toString()
    expect(await made({ boardid: shop.boardid, created })).toMatchObject([
      { description: 'Monthly service', start: created },
    ])
    expect(await made({ boardid: shop.boardid, created })).toEqual([])
    const { jobs, other } = { jobs: server.people.stakeholder, other: server.other }
    expect((await jobs.post('/api/jobs/scheduled', { boardid: shop.boardid })).status).toBe(403)
    expect((await other.post('/api/jobs/scheduled', { boardid: shop.boardid })).status).toBe(400)
  })
})
