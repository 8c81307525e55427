import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const url = '/api/configuration/settings'

test('the prefix is upper case, and that of new jobs alone', async () => {
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Workshop' }))
  const job = async () => (await expectOk(admin.post('/api/jobs', { boardid: board.id }))).reference
  expect(await job()).toBe('J1')
  const saved = await expectOk(admin.patch(url, { prefix: 'wk-' }))
  expect(saved).toMatchObject({ prefix: 'WK-', nextreference: 'WK-2', negativestock: 'warn' })
  expect(await job()).toBe('WK-2')
  expect((await expectOk(admin.get('/api/jobs/reference/j1'))).reference).toBe('J1')
  for (const prefix of ['A B', 'é', 'a/b', 'ELEVENCHARS'])
    expect(await expectRefused(admin.patch(url, { prefix })), prefix).toEqual(['prefix'])
  expect((await expectOk(admin.patch(url, { prefix: '' }))).nextreference).toBe('3')
})

test('the zone must exist; what changed is told, and a stale save gets what stands', async () => {
  const { admin } = server.people
  expect(await expectRefused(admin.patch(url, { zone: 'Africa/Nowhere' }))).toEqual(['zone'])
  expect(await expectRefused(admin.patch(url, { negativestock: 'sometimes' }))).toEqual(['negativestock'])
  const before = await expectOk(admin.get(url))
  const after = await expectOk(
    admin.patch(url, {
      zone: 'Africa/Windhoek',
      negativestock: 'block',
      steporder: 'off',
      version: before.version,
    }),
  )
  expect(after).toMatchObject({ zone: 'Africa/Windhoek', negativestock: 'block', steporder: 'off' })
  expect(
    (await expectOk(admin.patch(url, { zone: 'Africa/Windhoek', version: after.version }))).version,
  ).toBe(after.version)
  const late = await htmxRequest(server, admin, 'PATCH', '/admin/manage', {
    prefix: 'J',
    zone: 'Africa/Harare',
    negativestock: 'block',
    version: String(before.version),
  })
  expect(late.status).toBe(409)
  expect(late.html).toContain('<li data-field="zone">Now saved: Africa/Windhoek</li>')
  expect(late.html).toContain(`<li data-field="version">${after.version}</li>`)
  const changes = await expectOk(admin.get('/api/configuration/changes'))
  expect(changes).toContainEqual(
    expect.objectContaining({
      entity: 'settings',
      field: 'negativestock',
      oldvalue: 'allowed with a warning',
      newvalue: 'refused',
    }),
  )
})

test('only the settings that were named change', async () => {
  const { admin } = server.people
  await expectOk(admin.patch(url, { prefix: 'X' }))
  await expectOk(admin.patch(url, { negativestock: 'warn' }))
  expect(await expectOk(admin.get(url))).toMatchObject({
    prefix: 'X',
    zone: 'Africa/Windhoek',
    negativestock: 'warn',
  })
  expect(await expectRefused(admin.patch(url, { reference: 'X' }))).toEqual(['reference'])
})

test('is for whoever manages settings', async () => {
  const { people, other } = server
  for (const who of [people.management, people.agent, people.stakeholder]) {
    expect((await who.get(url)).status).toBe(403)
    expect((await who.patch(url, { prefix: 'Z' })).status).toBe(403)
    expect((await htmxRequest(server, who, 'GET', '/admin/manage')).status).toBe(403)
  }
  expect((await expectOk(other.get(url))).prefix).toBe('J')
})

test('the page has its three tabs, and Update on the first alone', async () => {
  const { html, status } = await htmxRequest(server, server.people.admin, 'GET', '/admin/manage')
  expect(status).toBe(200)
  expect([...html.matchAll(/role="tab"[^>]*>([^<]+)/g)].map(([, name]) => name)).toEqual([
    'General',
    'Who may do what',
    'Accounting',
  ])
  expect(html).toContain('href="/admin/permissions"')
  expect(html).not.toMatch(/authorisations (?!")/i)
  const panels = html.split('role="tabpanel"').slice(1)
  expect(panels.map((panel) => panel.includes('Update'))).toEqual([true, false, false])
})
