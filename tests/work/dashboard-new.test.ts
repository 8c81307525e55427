import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const dashboard = async (who: Client = server.people.admin) => (await who.get('/')).text

test('a new account is shown the way to its first job in place of empty figures, and figures once jobs move', async () => {
  const { admin, stakeholder } = server.people
  const { id: boardid } = await expectOk(admin.post('/api/boards', { name: 'Floor' }))
  const empty = await dashboard()
  expect(empty).toContain('There is no job yet.')
  expect(empty).toContain('href="/jobs/floor/progress#new"')
  for (const words of ['No money', 'Open jobs by lane', 'No approved job', 'Newest jobs'])
    expect(empty).not.toContain(words)
  expect(await dashboard(stakeholder)).not.toContain('progress#new')

  const job = await expectOk(admin.post('/api/jobs', { boardid, description: 'Shopfront sign' }))
  const one = await dashboard()
  expect(one).toContain('Shopfront sign')
  expect(one).toContain('stands here once jobs move over the board')
  for (const words of ['There is no job yet.', 'Open jobs by lane', 'No approved job', 'No job has left'])
    expect(one).not.toContain(words)

  await expectOk(admin.patch(`/api/jobs/${job.id}`, { status: 3, finish: '2099-01-01' }))
  await expectOk(admin.post('/api/jobs', { boardid, description: 'Van lettering' }))
  const moved = await dashboard()
  expect(moved).toContain('Open jobs by lane')
  expect(moved).not.toContain('once jobs move over the board')
})
