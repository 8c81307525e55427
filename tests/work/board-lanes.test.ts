import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import { prepared } from '#db/sqlite.ts'
import type { Filter } from '#islands/board/filter.ts'
import { todayIn } from '#server/zone.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { addStakeholder, by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

const JOBS = 130

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  await server.services.tenants.write(server.accountid, by, ({ db, now }) => {
    for (let i = 0; i < JOBS; i++)
      prepared(
        db,
        `INSERT INTO jobs (id, boardid, reference, description, status, client, location, created, createdutc, updatedutc)
         VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`,
      ).run([
        ...[idOf(i), shop.boardid, `B${i}`, i === 120 ? 'Geyser' : 'Gate'],
        ...[shop.clients[i % 2] as string, shop.locations[i === 110 ? 1 : 0], now, now, now],
      ])
    completeLanes(db)
  })
})
afterAll(() => server.stop())

const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
type Lanes = {
  lanes: { status: number; count: number; quoted?: number }[]
  total: number
  inhistory: number
  filtered: boolean
  cards: { id: string }[]
}
const admin = () => server.people.admin
const ask = async (query: string, person = admin()): Promise<Lanes> =>
  (await person.get(`/api/jobs/lanes?boardid=${shop.boardid}${query}`)).body.data
const ids = ({ cards }: Lanes) => cards.map(({ id }) => id)
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => idOf(from + i))
const move = (jobid: string, lane: number, afterid: string | null) =>
  admin().post('/api/jobs/reorder', { jobid, lane, afterid, confirmed: true })

describe('the lanes of a board', () => {
  test('bring their first cards with the counts of all, and go on after a card', async () => {
    const first = await ask('')
    expect(first.lanes).toEqual(
      [1, 2, 3, 4].map((status) => ({ status, count: status === 1 ? JOBS : 0, quoted: 0 })),
    )
    expect(first).toMatchObject({ total: JOBS, inhistory: 0, filtered: false })
    expect(ids(first)).toEqual(range(0, 50))
    expect(ids(await ask(`&lane=1&after=${idOf(49)}`))).toEqual(range(50, 100))
    expect(ids(await ask(`&lane=1&after=${idOf(99)}`))).toEqual(range(100, JOBS))
    expect(ids(await ask(`&lane=1&after=${idOf(49)}&take=2`))).toEqual(range(50, 52))
  })

  test('count no job that has left them', async () => {
    const setStatus = (status: number) =>
      server.services.tenants.write(server.accountid, by, ({ db }) =>
        prepared(db, 'UPDATE jobs SET status = ? WHERE id = ?').run([status, idOf(0)]),
      )
    await setStatus(5)
    expect(await ask('')).toMatchObject({ total: JOBS - 1 })
    await setStatus(1)
  })

  test('go on rightly when cards have moved, and say nothing after one that has left', async () => {
    await move(idOf(60), 1, idOf(10))
    expect(ids(await ask(`&lane=1&after=${idOf(49)}&take=12`))).toEqual([...range(50, 60), ...range(61, 63)])
    await move(idOf(49), 2, null)
    expect(ids(await ask(`&lane=1&after=${idOf(49)}`))).toEqual([])
    expect((await ask('')).lanes.slice(0, 2).map(({ count }) => count)).toEqual([JOBS - 1, 1])
    await move(idOf(49), 1, idOf(48))
    await move(idOf(60), 1, idOf(59))
    expect(ids(await ask('&take=1000'))).toEqual(range(0, JOBS))
  })

  test('are searched by the server, in their order, with figures of what matches', async () => {
    const found = await ask('&text=geyser')
    expect(ids(found)).toEqual([idOf(120)])
    expect(found).toMatchObject({ total: JOBS, filtered: true })
    expect(found.lanes[0]?.count).toBe(1)
    expect(ids(await ask('&text=bolt+b120'))).toEqual([])
    expect((await ask(`&client=${shop.clients[1]}`)).lanes[0]?.count).toBe(JOBS / 2)
    expect(ids(await ask(`&client=${shop.clients[1]}&take=3`))).toEqual([idOf(1), idOf(3), idOf(5)])
    expect((await ask('&critical=true')).cards).toEqual([])
    expect((await ask('&stage=quoted')).cards).toEqual([])
    expect((await ask('&stage=asked&take=1')).lanes[0]?.count).toBe(JOBS)
    expect((await ask('&assignee=none')).lanes[0]?.count).toBe(JOBS)
    expect((await ask(`&category=${shop.category}`)).cards).toEqual([])
    expect((await admin().get(`/api/jobs/lanes/choices?boardid=${shop.boardid}`)).body.data).toMatchObject({
      clients: [{ name: 'Acme' }, { name: 'Bolt & Co' }],
      categories: [{ name: 'Repair' }],
      assignees: [],
    })
  })

  test('take every filter that the board has', async () => {
    const given = {
      client: shop.clients[0],
      category: shop.category,
      assignee: 'none',
      stage: 'asked',
      text: 'gate',
    }
    const filter: Filter = { ...given, critical: true }
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
    expect(await ask(`&${query}`)).toMatchObject({ filtered: true, cards: [] })
    const page = await admin().get(`/jobs/work-shop/progress?${query}`)
    expect(page.status).toBe(200)
  })

  test('show a stakeholder what lies at their locations, and count nothing else', async () => {
    const { stakeholder } = server.people
    const me = (await stakeholder.get('/api/users/myself')).body.data
    await addStakeholder(server, shop.locations[1], me.id)
    const seen = await ask('', stakeholder)
    expect(ids(seen)).toEqual([idOf(110)])
    expect(seen).toMatchObject({ total: 1, filtered: false })
    expect(seen.lanes[0]).toEqual({ status: 1, count: 1 })
    const choices = await stakeholder.get(`/api/jobs/lanes/choices?boardid=${shop.boardid}`)
    expect(choices.body.data.clients).toEqual([{ id: shop.clients[0], name: 'Acme' }])
    await admin().post(`/api/boards/permissions/${shop.boardid}`, {
      permissions: [{ roleid: await roleOf('StakeHolder'), permission: 'none' }],
    })
    for (const path of ['', '/choices'])
      expect((await stakeholder.get(`/api/jobs/lanes${path}?boardid=${shop.boardid}`)).status).toBe(404)
  })
})

const roleOf = async (name: string): Promise<string> =>
  (await admin().get(`/api/boards/permissions/${shop.boardid}`)).body.data.find(
    ({ role }: { role: { name: string } }) => role.name.toLowerCase() === name.toLowerCase(),
  ).role.id

const daysAgo = (days: number) =>
  Temporal.PlainDate.from(todayIn('Africa/Johannesburg', new Date())).subtract({ days }).toString()
const completedOn = (id: string, day: string) =>
  server.services.tenants.write(server.accountid, by, ({ db }) =>
    prepared(db, 'UPDATE jobs SET completed = ? WHERE id = ?').run([day, id]),
  )

describe('what is complete for long', () => {
  test('leaves its lane for the history after the days that the board says, and comes back', async () => {
    const complete = (lanes: Lanes) => lanes.lanes[3]?.count
    for (const i of [0, 1, 2]) await move(idOf(i), 4, null)
    await completedOn(idOf(0), daysAgo(31))
    await completedOn(idOf(1), daysAgo(30))
    const now = await ask('&lane=4')
    expect(ids(now)).toEqual([idOf(2), idOf(1)])
    expect([complete(now), now.inhistory, now.total]).toEqual([2, 1, JOBS - 1])
    const history = (await admin().get('/jobs/work-shop/history')).text
    expect(history).toContain('>B0<')
    expect(history).not.toContain('>B1<')
    expect((await ask('&text=b0')).inhistory).toBe(1)
    await move(idOf(0), 2, null)
    expect((await ask('')).inhistory).toBe(0)
    await move(idOf(0), 4, null)
    expect(complete(await ask(''))).toBe(3)
  })

  test('stays where the board has no such days', async () => {
    const { version } = (await admin().get(`/api/boards/${shop.boardid}`)).body.data
    await completedOn(idOf(0), daysAgo(400))
    expect((await ask('')).inhistory).toBe(1)
    const off = await admin().patch(`/api/boards/${shop.boardid}`, { completedays: null, version })
    expect(off.body.data).toMatchObject({ completedays: null })
    expect((await ask('')).inhistory).toBe(0)
    expect((await admin().get('/jobs/work-shop/history')).text).not.toContain('>B0<')
    await admin().patch(`/api/boards/${shop.boardid}`, { completedays: 7 })
    expect((await ask('')).inhistory).toBe(2)
    expect(
      (await admin().patch(`/api/boards/${shop.boardid}`, { completedays: 0 })).body.fields,
    ).toHaveProperty('completedays')
  })
})
