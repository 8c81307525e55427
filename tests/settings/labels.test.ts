import { afterAll, beforeAll, expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { reservedSegments } from '#server/resources.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const url = '/api/configuration/resources'
const page = '/customise/labels'
beforeAll(async () => {
  server = await startTestServer()
  await expectOk(server.people.admin.post('/api/boards', { name: 'Shop floor' }))
})
afterAll(() => server.stop())

test('a label is changed in its place and given its first word back', async () => {
  const { admin } = server.people
  const { status, html, trigger } = await htmxRequest(server, admin, 'PATCH', `${page}/jobs.lane2`, {
    label: ' Check ',
  })
  expect([status, trigger.snackbar.message]).toEqual([200, 'Review is called Check'])
  expect(html).toContain('value="Check"')
  expect((await expectOk(admin.get(url)))['jobs.lane2']).toBe('Check')
  const back = await htmxRequest(server, admin, 'POST', `${page}/jobs.lane2/reset`)
  expect(back.html).not.toContain('value="Check"')
  expect((await expectOk(admin.get(url)))['jobs.lane2']).toBe('Review')
  // The first word, typed, is no word of one's own.
  await htmxRequest(server, admin, 'PATCH', `${page}/jobs.lane2`, { label: 'Review' })
  expect((await htmxRequest(server, admin, 'GET', page)).html).not.toContain('Reset all')
})

test('the page groups labels by where they are read, and searches first and own words', async () => {
  const { admin } = server.people
  await expectOk(admin.patch(url, { 'pages.clients': 'Klante' }))
  const { html } = await htmxRequest(server, admin, 'GET', page)
  for (const area of ['Lanes and statuses', 'Admin pages', 'Groups of the menu'])
    expect(html).toContain(`<h2>${area}</h2>`)
  expect(html).not.toContain('<h2>Back office</h2>')
  const found = await htmxRequest(server, admin, 'GET', `${page}?search=klant`)
  expect(found.html).toContain('1 label<')
  expect(found.html).toContain('value="Klante"')
})

test('every board’s address follows the jobs label, and an old link leads on', async () => {
  const { admin } = server.people
  await expectOk(admin.patch(url, { 'pages.jobs': 'Work Orders' }))
  const at = (path: string) =>
    fetch(server.url + path, { headers: { cookie: admin.cookie }, redirect: 'manual' })
  expect((await at('/workorders/shop-floor/progress')).status).toBe(200)
  const old = await at('/jobs/shop-floor/progress?open=j1')
  expect(old.headers.get('location')).toBe('/workorders/shop-floor/progress?open=j1')
  expect((await at('/jobs/shop-floor/history')).headers.get('location')).toBe(
    '/workorders/shop-floor/history',
  )
  expect((await at('/jobs/no-such-board/progress')).status).toBe(404)
  const home = await (await at('/')).text()
  expect([home.includes('/workorders/shop-floor/progress'), home.includes('"/jobs/')]).toEqual([true, false])
})

test('the jobs label takes no address that another page has', async () => {
  const { admin } = server.people
  for (const word of ['Clients', 'ADMIN', 'Sign in'.replace(' ', '')])
    expect(await expectRefused(admin.patch(url, { 'pages.jobs': word })), word).toEqual(['pages.jobs'])
  const { status, html } = await htmxRequest(server, admin, 'PATCH', `${page}/pages.jobs`, {
    label: 'Invoices',
  })
  expect([status, html.includes('data-field="label"')]).toEqual([422, true])
  // Boards stand two steps below that word, so the list of all their jobs, its file and its backup may keep the first one.
  const list = ['/jobs', '/jobs/export', '/jobs/backup', '/jobs/backup/file']
  const taken = routes
    .filter(({ path }) => !list.includes(path))
    .map(({ path }) => path.split('/')[1] ?? '')
    .filter((first) => first && !first.startsWith(':') && !reservedSegments.includes(first))
  expect(taken).toEqual([])
})

test('all of them at once go back to their first words', async () => {
  const { admin } = server.people
  const { trigger } = await htmxRequest(server, admin, 'POST', `${page}/reset`)
  expect(trigger.snackbar.message).toBe('Every label has its first word back')
  const labels = await expectOk(admin.get(url))
  expect([labels['pages.jobs'], labels['pages.clients']]).toEqual(['Jobs', 'Clients'])
})

test('is for whoever manages settings, and knows its own labels alone', async () => {
  const { admin, management } = server.people
  expect((await htmxRequest(server, management, 'GET', page)).status).toBe(403)
  expect((await htmxRequest(server, management, 'PATCH', `${page}/jobs.lane1`, { label: 'x' })).status).toBe(
    403,
  )
  expect((await htmxRequest(server, admin, 'PATCH', `${page}/jobs.lane9`, { label: 'x' })).status).toBe(404)
  expect((await htmxRequest(server, admin, 'PATCH', `${page}/toString`, { label: 'x' })).status).toBe(404)
  expect(await expectRefused(admin.patch(url, { constructor: 'x' }))).toEqual(['constructor'])
})
