import { afterAll, beforeAll, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const admin = () => server.people.admin
const ids: Record<string, string> = {}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const age = (id: string, created: number, moved: number | null) =>
  server.services.tenants.write(server.accountid, by, ({ db }) =>
    prepared(db, 'UPDATE jobs SET created = ?, movedutc = ? WHERE id = ?').run([
      daysAgo(created),
      moved === null ? null : daysAgo(moved),
      id,
    ]),
  )

beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const ages: [name: string, status: number, created: number, moved: number | null, mine: boolean][] = [
    ['gate', 1, 0, 0, true],
    ['roof', 1, 40, 2, false],
    ['fence', 2, 100, 100, true],
    ['door', 2, 9, null, false],
  ]
  for (const [description, status, created, moved, mine] of ages) {
    const body = { boardid: shop.boardid, description, status, location: shop.locations[mine ? 0 : 1] }
    const { id } = await expectOk(admin().post('/api/jobs', body))
    await age(id, created, moved)
    ids[description] = id
  }
  const lines = { jobid: ids.fence, role: 2, description: 'posts', estimated: 2, linerate: 50 }
  await expectOk(admin().post('/api/materials', lines))
})
afterAll(() => server.stop())

const page = async (query: string, who = admin()) => (await who.get(`/jobs/work-shop/aging?${query}`)).text
const names = (html: string) =>
  [...html.matchAll(/class="rowlink".*?<\/td><td>(.*?)<\/td>/g)].map(([, name]) => name)
const figures = (html: string, row: string) => {
  const [, cells = ''] = new RegExp(`<th scope="row">${row}</th>(.*?)</tr>`).exec(html) ?? []
  return [...cells.matchAll(/<td.*?>(?:<a.*?><strong>(\d+)<\/strong>.*?|.*?)<\/td>/g)].map(([, n]) =>
    Number(n ?? 0),
  )
}

test('a board’s jobs stand by lane and age, since created and since they came to their lane', async () => {
  const created = await page('')
  expect(figures(created, 'Draft')).toEqual([1, 0, 1, 0, 0, 2])
  expect(figures(created, 'Review')).toEqual([0, 1, 0, 0, 1, 2])
  expect(figures(created, 'All lanes')).toEqual([1, 1, 1, 0, 1, 4])
  expect(names(created)).toEqual(['fence', 'roof', 'door', 'gate'])
  const moved = await page('by=moved')
  expect(figures(moved, 'Draft')).toEqual([2, 0, 0, 0, 0, 2])
  expect(names(moved)).toEqual(['fence', 'door', 'roof', 'gate'])
})

test('each bracket opens its jobs, of one client or all', async () => {
  expect(created(await page(''), 'lane=2&amp;from=91')).toBeTrue()
  expect(names(await page('lane=2&from=91'))).toEqual(['fence'])
  expect(names(await page('from=8'))).toEqual(['door'])
  expect(names(await page(`client=${shop.clients[1]}`))).toEqual(['roof', 'door'])
  expect(figures(await page(`client=${shop.clients[1]}`), 'All lanes')).toEqual([0, 1, 1, 0, 0, 2])
  expect(names(await page('search=acme+post'))).toEqual([])
  expect(names(await page('search=acme&sort=description'))).toEqual(['fence', 'gate'])
  expect(await page('client=x')).toContain('No job matches.')
})
const created = (html: string, query: string) => html.includes(`/jobs/work-shop/aging?${query}`)

test('amounts are shown to whoever may see them, jobs to whoever sees them', async () => {
  expect(await page('')).toContain('100,00')
  const plain = await page('', server.people.jobs)
  expect([plain.includes('100,00'), plain.includes('Quoted')]).toEqual([false, false])
  await addStakeholder(server, shop.locations[1], server.people.stakeholder.userid)
  expect(names(await page('', server.people.stakeholder))).toEqual(['roof', 'door'])
  expect((await admin().get('/jobs/nowhere/aging')).status).toBe(404)
})

test('a move begins the age of the lane anew, an edit does not', async () => {
  const lanedays = async () =>
    (await expectOk(admin().get(`/api/jobs/aging?boardid=${shop.boardid}&take=500`))).map(
      (job: { description: string; age: number; lanedays: number }) => [
        job.description,
        job.age,
        job.lanedays,
      ],
    )
  await expectOk(admin().patch(`/api/jobs/${ids.roof}`, { description: 'roof' }))
  await expectOk(admin().post('/api/jobs/reorder', { jobid: ids.roof, lane: 1 }))
  expect(await lanedays()).toContainEqual(['roof', 40, 2])
  await expectOk(admin().post('/api/jobs/reorder', { jobid: ids.fence, lane: 1 }))
  expect(await lanedays()).toContainEqual(['fence', 100, 0])
  await expectOk(admin().post('/api/jobs/reorder', { jobid: ids.fence, lane: 2 }))
})

test('a file holds what the page shows', async () => {
  const file = await fetch(`${server.url}/jobs/work-shop/aging/export?lane=2`, {
    headers: { cookie: admin().cookie },
  })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/fence.*Acme.*Review.*100.*100/)
})
