import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createJobFixtures, type JobFixtures } from '#tests/work/jobs-support.ts'

let server: TestServer
let shop: JobFixtures
const url = '/api/configuration/forms'
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
})
afterAll(() => server.stop())

const job = (more: object = {}) =>
  server.people.admin.post('/api/jobs', { boardid: shop.boardid, description: 'x', ...more })

test('at first everything is shown and nothing required', async () => {
  const { version, ...form } = await expectOk(server.people.jobs.get(url))
  expect([...new Set(Object.values(form))]).toEqual(['shown'])
  expect(version).toBe(1)
  expect((await job()).status).toBe(200)
})

test('what is required must be given with a new job, and stays given', async () => {
  const { admin } = server.people
  const old = await expectOk(job())
  await expectOk(admin.patch(url, { client: 'required', finish: 'required', categories: 'required' }))
  expect(await expectRefused(job())).toEqual(['categories', 'client', 'finish'])
  expect((await job({ finish: '2026-12-01', categories: [shop.category] })).body.message).toBe(
    'no client selected',
  )
  const given = { finish: '2026-12-01', categories: [shop.category] }
  // A location brings its client.
  const made = await expectOk(job({ ...given, location: shop.locations[0] }))
  expect(made.client.name).toBe('Acme')
  for (const emptied of [{ finish: '' }, { categories: [] }, { client: null, location: null }])
    expect((await expectRefused(admin.patch(`/api/jobs/${made.id}`, emptied))).length).toBe(1)
  // An older job is asked when its Details are saved, not when it moves or a program sets something else.
  expect((await admin.patch(`/api/jobs/${old.id}`, { statenote: 'late' })).body.fields).toHaveProperty(
    'client',
  )
  await expectOk(admin.patch(`/api/jobs/${old.id}`, { feedback: 'Well done' }))
  await expectOk(admin.post('/api/jobs/reorder', { jobid: old.id, lane: 2 }))
  await expectOk(job({ template: true }))
})

test('only the fields that are named change, and a stale save is told', async () => {
  const { admin } = server.people
  const before = await expectOk(admin.get(url))
  const after = await expectOk(admin.patch(url, { division: 'hidden', version: before.version }))
  expect(after).toMatchObject({ client: 'required', division: 'hidden', version: before.version + 1 })
  expect((await admin.patch(url, { division: 'shown', version: before.version })).status).toBe(409)
  expect(await expectRefused(admin.patch(url, { critical: 'required' }))).toEqual(['critical'])
  expect(await expectRefused(admin.patch(url, { client: 'sometimes' }))).toEqual(['client'])
  const changes = await expectOk(admin.get('/api/configuration/changes'))
  expect(changes[0]).toMatchObject({
    entity: 'settings',
    newvalue: 'Client required, Categories required, Due required, Division hidden',
  })
})

test('the page saves them, for whoever manages settings', async () => {
  const { admin, management } = server.people
  expect((await htmxRequest(server, management, 'GET', '/customise/forms')).status).toBe(403)
  expect((await management.patch(url, { client: 'shown' })).status).toBe(403)
  const { version, ...form } = await expectOk(admin.get(url))
  const all = Object.fromEntries(Object.keys(form).map((name) => [name, 'shown']))
  const { status, trigger } = await htmxRequest(server, admin, 'PATCH', '/customise/forms', {
    ...all,
    version: String(version),
  })
  expect([status, trigger.snackbar.message]).toEqual([200, 'Form saved'])
  expect((await expectOk(admin.get(url))).client).toBe('shown')
  const stale = await htmxRequest(server, admin, 'PATCH', '/customise/forms', {
    client: 'hidden',
    version: '1',
  })
  expect(stale.status).toBe(409)
  expect(stale.html).toContain('data-field="client">Now saved: shown')
})
