import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const admin = () => server.people.admin

const ids: string[] = []
const completed = ['2026-09-10', '2026-10-01', '2026-10-31', '2025-06-01']
const names = ['gate', 'roof', 'fence', 'door']

/** Gate and fence of Acme, repaired by Wendy; roof and door of Bolt; the door lies complete for long. */
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  for (const [i, description] of names.entries()) {
    const mine = i % 2 === 0
    const job = await admin().post('/api/jobs', {
      boardid: i === 1 ? shop.secondid : shop.boardid,
      description,
      location: shop.locations[mine ? 0 : 1],
      ...(mine ? { categories: [shop.category], assignee: shop.worker } : {}),
    })
    const { id } = job.body.data
    ids.push(id)
    await admin().post('/api/jobs/reorder', { jobid: id, lane: 4, confirmed: true })
    if (i < 3) await admin().patch(`/api/jobs/${id}`, { status: 6 })
    await server.services.tenants.write(server.accountid, by, ({ db }) =>
      prepared(db, 'UPDATE jobs SET completed = ? WHERE id = ?').run([completed[i] as string, id]),
    )
  }
})
afterAll(() => server.stop())

type Found = { data: { description: string }[]; total: number }
const found = ({ data, total }: Found) => [data.map(({ description }) => description), total]
const post = async (body: object, who = admin()) =>
  found((await who.post('/api/jobs/past', body)).body as unknown as Found)
const get = async (query: string) => found((await admin().get(`/api/jobs/past?${query}`)).body as never)

describe('past jobs (F11)', () => {
  test('are narrowed by every filter, alike by body and by address', async () => {
    expect(await post({})).toEqual([['fence', 'roof', 'gate', 'door'], 4])
    const { clients, locations, worker, category, boardid } = shop
    const asked: [body: object, query: string, names: string[]][] = [
      [{ boardid }, `boardid=${boardid}`, ['fence', 'gate', 'door']],
      [{ start: '2026-10-01' }, 'start=2026-10-01', ['fence', 'roof']],
      [{ start: '2026-10-01', end: '2026-10-30' }, 'start=2026-10-01&end=2026-10-30', ['roof']],
      [{ clientid: clients[1] }, `client=${clients[1]}`, ['roof', 'door']],
      [{ locationid: locations[0] }, `location=${locations[0]}`, ['fence', 'gate']],
      [{ categoryid: category }, `category=${category}`, ['fence', 'gate']],
      [{ assigneeid: worker, end: '2026-10-01' }, `assignee=${worker}&end=2026-10-01`, ['gate']],
      [{ status: 5 }, 'status=5', []],
      [{ status: '5,6', search: 'fen' }, 'status=5,6&search=fen', ['fence']],
      [{ sort: 'description' }, 'sort=description', ['door', 'fence', 'gate', 'roof']],
    ]
    for (const [body, query, names] of asked) {
      expect(await post(body), query).toEqual([names, names.length])
      expect(await get(query), query).toEqual([names, names.length])
    }
    expect(await post({ skip: 1, take: 1 })).toEqual([['roof'], 4])
  })

  test('are refused by the name of what is wrong', async () => {
    const wrong = { start: '2026-02-30', take: 501, clientid: 'x', status: 'no', sort: 'a;b', colour: 1 }
    expect(await expectRefused(admin().post('/api/jobs/past', wrong))).toEqual(Object.keys(wrong).sort())
  })

  test('show nobody more than the lists of jobs do', async () => {
    expect(await post({}, server.people.stakeholder)).toEqual([[], 0])
    expect(await post({}, server.other)).toEqual([[], 0])
    const { text } = await server.people.jobs.post('/api/jobs/past', {})
    expect(text).not.toContain('quoted')
  })

  test('are narrowed on the page of their board, and in its file', async () => {
    const rows = async (query: string) => {
      const file = await fetch(`${server.url}/jobs/work-shop/history/export?format=csv&${query}`, {
        headers: { cookie: admin().cookie },
      })
      const page = (await admin().get(`/jobs/work-shop/history?${query}`)).text
      const shown = names.filter((name) => page.includes(`<td>${name}</td>`)).sort()
      const lines = await file.text()
      expect(names.filter((name) => lines.includes(name)).sort()).toEqual(shown)
      return shown
    }
    expect(await rows('')).toEqual(['door', 'fence', 'gate'])
    expect(await rows('status=4')).toEqual(['door'])
    expect(await rows('status=6&start=2026-10-01')).toEqual(['fence'])
    expect(await rows(`category=${shop.category}&client=${shop.clients[0]}`)).toEqual(['fence', 'gate'])
    expect(await rows('assignee=none')).toEqual(['door'])
    const page = (await admin().get(`/jobs/work-shop/history?client=${shop.clients[0]}`)).text
    expect(page).toContain('value="Acme"')
    expect((await server.people.stakeholder.get('/jobs/work-shop/history')).text).not.toContain('Wendy')
  })

  test('what is complete for longer than its board shows has left its lane for the history of its board', async () => {
    const days = (completedays: number | null) =>
      expectOk(admin().patch(`/api/boards/${shop.boardid}`, { completedays }))
    const hasDoor = async () => (await admin().get('/jobs/work-shop/history')).text.includes('>door</td>')
    expect(await hasDoor()).toBe(true)
    await days(null)
    expect(await hasDoor()).toBe(false)
    expect(await get('')).toEqual([['fence', 'roof', 'gate', 'door'], 4])
    await days(30)
  })

  test('are found by a call as soon as they are complete, on their lane still', async () => {
    const { boardid } = shop
    const { id, reference } = await expectOk(
      admin().post('/api/jobs', { boardid, description: 'sill', status: 4 }),
    )
    for (const body of [
      { boardid },
      { search: reference },
      { boardid, search: reference },
      { status: 4, boardid },
    ])
      expect((await post(body))[0], JSON.stringify(body)).toContain('sill')
    expect((await get(`boardid=${boardid}`))[0]).toContain('sill')
    expect(found((await admin().get(`/api/jobs/past/${reference}`)).body as never)).toEqual([['sill'], 1])
    const { text } = await admin().get('/jobs/work-shop/history')
    expect(text).not.toContain('>sill</td>')
    const { id: open } = await expectOk(admin().post('/api/jobs', { boardid, description: 'lintel' }))
    expect((await post({ boardid }))[0]).not.toContain('lintel')
    for (const one of [id, open]) await expectOk(admin().delete(`/api/jobs/${one}`))
  })
})

test('a removed job is found in History of its board by whoever may restore it, and by nobody else', async () => {
  const { body } = await admin().post('/api/jobs', { boardid: shop.boardid, description: 'typed twice' })
  await expectOk(admin().call('DELETE', `/api/jobs/${body.data.id}`))
  const { slug } = (await admin().get(`/api/boards/${shop.boardid}`)).body.data
  const history = async (who = admin()) => (await who.get(`/jobs/${slug}/history?status=98`)).text
  expect(await history()).toContain('typed twice')
  expect(await history()).toContain('<option value="98" selected="">Removed</option>')
  const agent = await history(server.people.agent)
  expect(agent).not.toContain('typed twice')
  expect(agent).not.toContain('value="98"')
  const found = async (words: string, who = admin()) =>
    (await who.get(`/search?search=${encodeURIComponent(words)}`)).text
  expect(await found('removed jobs')).toContain(`/jobs/${slug}/history?status=98`)
  expect(await found('removed jobs', server.people.agent)).not.toContain('status=98')
  for (const word of ['reminder', 'reminders']) {
    expect(await found(word)).toContain('/invoices/debtors')
    expect(await found(word)).toContain('/customise/documents')
  }
})
