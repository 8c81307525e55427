import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { recentAt, recentNotesQuery } from '#db/queries/work/notes-recent.ts'
import { queryPlan } from '#db/sqlite.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

type Who = TestServer['people']['admin']
const admin = () => server.people.admin
const job = async (values: object = {}) =>
  (await admin().post('/api/jobs', { boardid: shop.boardid, description: 'Gate', ...values })).body.data
const note = (jobid: string, message: string) => admin().post(`/api/jobs/${jobid}/notes`, { message })
const messages = async (who: Who, query = '') =>
  (await who.get(`/api/notes/recent${query}`)).body.data.map(({ message }: { message: string }) => message)

describe('recent notes', () => {
  test('are the newest of all jobs, with their job, date and author', async () => {
    const one = await job()
    const two = await job({ boardid: shop.secondid })
    for (let n = 1; n <= 9; n++) await note(n % 2 ? one.id : two.id, `note ${n}`)
    const { data, total } = (await admin().get('/api/notes/recent')).body
    expect(total).toBe(8)
    expect(data[0]).toMatchObject({
      message: 'note 9',
      name: 'admin Tester',
      description: 'Gate',
      job: { id: one.id, reference: one.reference },
    })
    expect(Date.parse(data[0].date)).toBeCloseTo(Date.now(), -5)
    expect(await messages(admin(), '?number=2')).toEqual(['note 9', 'note 8'])
    expect((await admin().get('/api/notes/recent?number=0')).status).toBe(400)
  })

  test('are of the jobs alone that a person sees', async () => {
    const { stakeholder } = server.people
    expect(await messages(stakeholder)).toEqual([])
    await addStakeholder(server, shop.locations[0], stakeholder.userid)
    const theirs = await job({ location: shop.locations[0] })
    const hidden = await job({ location: shop.locations[1] })
    await note(theirs.id, 'at their yard')
    await note(hidden.id, 'elsewhere')
    expect(await messages(stakeholder)).toEqual(['at their yard'])
    expect((await messages(admin())).slice(0, 2)).toEqual(['elsewhere', 'at their yard'])
    await admin().delete(`/api/jobs/${hidden.id}`)
    expect((await messages(admin()))[0]).toBe('at their yard')
    expect(await messages(server.other)).toEqual([])
  })

  test('stand on the dashboard, written by whomever and whatever they say', async () => {
    const { id, reference } = await job()
    await note(id, '<b>“Môre” 🚜</b>\nsecond line')
    const { text } = await admin().get('/')
    expect(text).toContain('&lt;b&gt;“Môre” 🚜&lt;/b&gt;')
    expect(text).toContain(`aria-label="View ${reference}"`)
    expect(text).toContain(`/jobs/work-shop/progress?open=${reference.toLowerCase()}`)
    expect((await admin().get('/notes/recent')).text).toContain('second line')
  })

  test('are found by indexes alone', () => {
    const plans = server.services.tenants.read(server.accountid, (db) => [
      ...queryPlan(db, recentNotesQuery.text(), ['[]', 8]),
      ...queryPlan(db, recentAt.text(), ['[]', '[]', 8]),
    ])
    expect(plans.filter((line) => /^SCAN (jobs|j|notes)\b/.test(line) && !/USING/.test(line))).toEqual([])
    expect(plans.join('\n')).toContain('jobs_location')
    expect(plans.join('\n')).toContain('notes_job')
  })
})

test('notes and changes of one job come a page at a time, with how many there are', async () => {
  const { id } = await job()
  for (let n = 1; n <= 230; n++) await note(id, `note ${n}`)
  const read = async (query: string) => (await admin().get(`/api/jobs/${id}/notes${query}`)).body
  const newest = await read('')
  expect([newest.data.length, newest.data[0].message, newest.total]).toEqual([200, 'note 230', 230])
  const rest = await read('?skip=200&take=100')
  expect([rest.data.length, rest.data.at(-1).message, rest.total]).toEqual([30, 'note 1', 230])
  const { version } = (await admin().get(`/api/jobs/${id}`)).body.data
  for (let n = 0; n < 3; n++)
    await admin().patch(`/api/jobs/${id}`, { version: version + n, statenote: `state ${n}` })
  const changes = (await admin().get(`/api/jobs/${id}/history?take=2`)).body
  expect([changes.data.length, changes.total]).toEqual([2, 4])
})
