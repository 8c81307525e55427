import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { assertions } from '#db/schema/tenant/index.ts'
import { assertionKinds } from '#server/domains/work/jobs/assertion-kinds.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const url = '/api/assertions'
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())
beforeEach(() =>
  server.services.tenants.write(server.accountid, by, (tx) => {
    tx.db.delete(assertions).run()
    tx.invalidateCaches()
  }),
)

const rule = (kind: string, lane: number, more: object = {}) =>
  expectOk(server.people.admin.post(url, { kind, lane, ...more }))
const newJob = async (more: object = {}): Promise<string> =>
  (await expectOk(server.people.admin.post('/api/jobs', { boardid: shop.boardid, ...more }))).id
const move = (jobid: string, lane: number, more: object = {}) =>
  server.people.admin.post('/api/jobs/reorder', { jobid, lane, ...more })
const patch = (id: string, body: object) => server.people.admin.patch(`/api/jobs/${id}`, body)

test('a rule that blocks refuses by every door, and names all that is missing', async () => {
  await rule('client', 3, { blocks: true })
  await rule('finish', 3, { blocks: true })
  const id = await newJob()
  const said = 'No client selected. No due date is set.'
  for (const answer of [
    await move(id, 3),
    await move(id, 3, { confirmed: true }),
    // Past the lane is through it.
    await move(id, 4, { confirmed: true }),
    await patch(id, { status: 3 }),
  ])
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'blocked', said])
  expect((await expectOk(server.people.admin.get(`/api/jobs/${id}`))).status).toBe(1)
  expect((await move(id, 2)).status).toBe(200)
  // What is missing may come with the move itself.
  const done = await expectOk(patch(id, { client: shop.clients[0], finish: '2026-12-01', status: 3 }))
  expect(done.status).toBe(3)
})

test('a rule that warns asks once, in any lane', async () => {
  await rule('assignee', 2)
  const id = await newJob()
  const asked = await move(id, 2)
  expect([asked.status, asked.body.code, asked.body.data]).toEqual([
    409,
    'warnings',
    [{ code: 'rule.assignee', message: 'Nobody is assigned.' }],
  ])
  expect((await patch(id, { status: 2 })).body.code).toBe('warnings')
  expect((await move(id, 2, { confirmed: true })).status).toBe(200)
  // Back and within the lane nothing is asked.
  expect((await move(id, 1)).status).toBe(200)
})

test('a new job cannot be born behind a rule, a template can', async () => {
  await rule('client', 2, { blocks: true })
  const { admin } = server.people
  const before = await inReview()
  const refusedJob = await admin.post('/api/jobs', { boardid: shop.boardid, status: 2 })
  expect([refusedJob.status, refusedJob.body.code]).toEqual([400, 'blocked'])
  expect(await inReview()).toBe(before)
  await newJob({ status: 2, client: shop.clients[0] })
  expect(await inReview()).toBe(before + 1)
  await newJob({ template: true })
})
const inReview = async () => (await expectOk(server.people.admin.get('/api/jobs?status=2'))).length

test('a rule of one board holds there alone, also for a job that comes from another', async () => {
  await rule('client', 2, { blocks: true, boardid: shop.secondid })
  const id = await newJob()
  expect((await move(id, 2)).status).toBe(200)
  expect((await patch(id, { boardid: shop.secondid })).body.code).toBe('blocked')
  expect((await expectOk(server.people.admin.get(`/api/jobs/${id}`))).board.id).toBe(shop.boardid)
  expect((await patch(id, { boardid: shop.secondid, client: shop.clients[0] })).status).toBe(200)
})

test('every kind of the list finds its fault, and nothing once it is mended', async () => {
  const { admin } = server.people
  const category = (await expectOk(admin.post('/api/categories', { name: 'Signs', jobcategory: true }))).id
  const field = await expectOk(
    admin.post('/api/categories/fields', { category, label: 'Depth', compulsary: true }),
  )
  const item = (
    await expectOk(admin.post('/api/inventory', { code: 'S1', materialname: 'Sheet', baseunit: 'each' }))
  ).id
  const id = await newJob({ categories: [category] })
  const line = await expectOk(
    admin.post('/api/materials', { jobid: id, inventoryid: item, role: 1, estimated: 1, linerate: 0 }),
  )
  for (const { kind } of assertionKinds) await rule(kind, 2)
  const faults = async (of: string) => {
    const { body } = await move(of, 2)
    return (body.data ?? []).map(({ code }: { code: string }) => code.slice(5)).sort()
  }
  const all = assertionKinds.map(({ kind }) => kind).sort()
  const empty = await newJob()
  expect([...new Set([...(await faults(id)), ...(await faults(empty))])].sort()).toEqual(
    all.filter((kind) => kind !== 'equipment'),
  )
  expect(await faults(id)).not.toContain('category')
  const said = (await move(id, 2)).body.message
  expect(said).toContain('Not filled in: Depth.')
  await expectOk(admin.post('/api/jobs/fields', { jobid: id, fields: [{ id: field.id, value: '12' }] }))
  await expectOk(admin.patch(`/api/materials/${line.id}`, { linerate: '1,50', consumed: 1 }))
  await expectOk(
    admin.post('/api/materials', { jobid: id, description: 'Out', role: 2, estimated: 1, linerate: 5 }),
  )
  await expectOk(
    patch(id, {
      client: shop.clients[0],
      location: shop.locations[0],
      assignee: shop.worker,
      description: 'A sign',
      customerreference: 'PO 7',
      finish: '2026-12-01',
      scheduledminutes: 60,
    }),
  )
  expect(await faults(id)).toEqual(['consumed'])
})

test('what the warnings of Complete tell already is not told twice', async () => {
  const { admin } = server.people
  const id = await newJob()
  await expectOk(
    admin.post('/api/materials', { jobid: id, description: 'Out', role: 2, estimated: 1, linerate: 5 }),
  )
  await rule('consumed', 4)
  await rule('client', 4)
  const { body } = await move(id, 4)
  expect(body.data.map(({ code }: { code: string }) => code)).toEqual(['unconsumed', 'rule.client'])
})

test('switched off it asks nothing; its changes are told in words', async () => {
  const { admin } = server.people
  const { id } = await rule('client', 2, { blocks: true })
  const job = await newJob()
  await expectOk(admin.delete(`${url}/${id}`))
  expect((await move(job, 2)).status).toBe(200)
  await expectOk(move(job, 1))
  await expectOk(admin.patch(`${url}/${id}`, { archived: false, lane: 3, boardid: shop.secondid }))
  expect((await move(job, 2)).status).toBe(200)
  const changes = await expectOk(admin.get('/api/configuration/changes'))
  const told = changes
    .filter(({ entityid }: { entityid: string }) => entityid === id)
    .map(({ field, newvalue }: { field: string; newvalue: string }) => [field, newvalue])
  expect(told).toContainEqual(['kind', 'a client'])
  expect(told).toContainEqual(['lane', 'Approve'])
  expect(told).toContainEqual(['boardid', 'Paint'])
})

test('refuses by name; only who manages settings sees rules', async () => {
  const { admin, management } = server.people
  expect(await expectRefused(admin.post(url, { kind: 'weather', lane: 2 }))).toEqual(['kind'])
  expect(await expectRefused(admin.post(url, { kind: 'client', lane: 1 }))).toEqual(['lane'])
  expect(
    await expectRefused(admin.post(url, { kind: 'client', lane: 2, boardid: Bun.randomUUIDv7() })),
  ).toEqual(['boardid'])
  const made = await rule('client', 2)
  const { status } = await admin.patch(`${url}/${made.id}`, { lane: 3, version: made.version + 1 })
  expect(status).toBe(409)
  expect((await management.get(url)).status).toBe(403)
  expect((await server.other.patch(`${url}/${made.id}`, { lane: 3 })).status).toBe(404)
  expect((await expectOk(admin.get(`${url}/kinds`))).length).toBe(assertionKinds.length)
})

test('the page adds, changes and switches rules', async () => {
  const { admin } = server.people
  const form = { kind: 'client', lane: '3', boardid: '', blocks: 'block' }
  const { trigger } = await htmxRequest(server, admin, 'POST', '/customise/assertions', form)
  expect(trigger.snackbar.message).toBe('Into Approve a job needs a client')
  const [made] = await expectOk(admin.get(url))
  expect(made).toMatchObject({ kind: 'client', lane: 3, lanename: 'Approve', blocks: true, board: null })
  const page = await htmxRequest(server, admin, 'GET', '/customise/assertions')
  expect(page.html).toContain('Every board')
  expect((await htmxRequest(server, admin, 'GET', `/customise/assertions/${made.id}`)).html).toContain(
    'Edit rule',
  )
  const off = await htmxRequest(server, admin, 'POST', `/customise/assertions/${made.id}/archive`)
  await htmxRequest(server, admin, 'POST', off.trigger.snackbar.undo.url)
  expect((await expectOk(admin.get(`${url}/${made.id}`))).archived).toBe(false)
  const late = { ...form, lane: '2', version: '1' }
  expect((await htmxRequest(server, admin, 'PATCH', `/customise/assertions/${made.id}`, late)).status).toBe(
    409,
  )
})
