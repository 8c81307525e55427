import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const home = async (who = server.people.admin) => (await htmxRequest(server, who, 'GET', '/')).html
const done = (html: string) =>
  [...html.matchAll(/<li class="done">.*?<a href="([^"]+)"/g)].map(([, href]) => href)

test('a new workshop is led from one first step to the next, and what is done is ticked', async () => {
  const { admin } = server.people
  // The people of the test have seats already.
  expect(done(await home())).toEqual(['/admin/users'])
  const { id } = await expectOk(admin.post('/api/organisations', { name: 'Northwind' }))
  // No paper is whole with a name alone.
  expect(done(await home())).toEqual(['/admin/users'])
  await expectOk(
    admin.patch(`/api/organisations/${id}`, { addressline1: '1 Long Street', bank: 'First Bank' }),
  )
  await expectOk(admin.post('/api/categories', { name: 'Signs', jobcategory: true }))
  expect(done(await home())).toEqual([
    `/admin/organisations/${id}`,
    '/admin/categories?jobcategory=true',
    '/admin/users',
  ])
  expect(await home()).toContain('First steps')
})

test('only who sets the account up sees them; they can be put away and taken out again', async () => {
  const { admin, management } = server.people
  expect(await home(management)).not.toContain('First steps')
  const { trigger, html } = await htmxRequest(server, admin, 'POST', '/nextsteps/hide')
  expect([html, trigger.snackbar.message]).toEqual(['', 'The first steps are put away'])
  expect(await home()).not.toContain('First steps')
  await htmxRequest(server, admin, 'POST', trigger.snackbar.undo.url)
  expect(await home()).toContain('First steps')
})

test('once everything is there they are gone by themselves', async () => {
  const { admin } = server.people
  await expectOk(admin.post('/api/boards', { name: 'Workshop' }))
  await expectOk(admin.post('/api/inventory', { code: 'A', materialname: 'Sheet' }))
  expect(await home()).toContain('First steps')
  await expectOk(admin.post('/api/clients', { name: 'Acme' }))
  expect(await home()).not.toContain('First steps')
})
