import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let [jobid, stepid] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  const worker = await expectOk(admin.post('/api/workers', { name: 'Ann', userid: admin.userid }))
  const job = { boardid: board.id, description: 'Mend the gate', status: 3 }
  jobid = (await expectOk(admin.post('/api/jobs', job))).id
  stepid = (await expectOk(admin.post('/api/steps/job', { jobid, name: 'Weld' }))).id
  await expectOk(admin.patch('/api/steps/job', { id: stepid, workerid: worker.id }))
})
afterAll(() => server.stop())

const waited = (minutes: number, key: string) => ({
  'x-joblane-waited': String(minutes * 60),
  'idempotency-key': key,
})
const act = (action: string, minutes: number, key = `${action} ${minutes}`.replaceAll(' ', '-')) =>
  server.people.admin.call('PATCH', '/api/steps/job', { id: stepid, action }, waited(minutes, key))
const times = async () =>
  (await expectOk(server.people.admin.get(`/api/jobs/${jobid}/timesheet`))).map(
    ({ time, running }: { time: number; running: boolean }) => [time, running],
  )

test('a pause that arrives before its start is refused and saves nothing; sent again after it, the time is right', async () => {
  const early = await act('pause', 30)
  expect([early.status, early.body.message]).toEqual([400, 'Nobody works on this step now.'])
  expect(await times()).toEqual([])
  await expectOk(act('start', 90))
  await expectOk(act('pause', 30))
  expect(await times()).toEqual([[60, false]])
})

test('replayed in another order with their keys they are answered as before, and nothing is done twice', async () => {
  const paused = await act('pause', 30)
  const started = await act('start', 90)
  expect([paused.status, started.status]).toEqual([200, 200])
  expect(started.headers.get('x-joblane-receipt')).toBe('start-90')
  expect(await times()).toEqual([[60, false]])
})

test('notes that arrive in another order stand by when they were written', async () => {
  const { admin } = server.people
  const write = (message: string, minutes: number) =>
    expectOk(admin.call('POST', `/api/jobs/${jobid}/notes`, { message }, waited(minutes, message)))
  await write('second', 10)
  await write('first', 20)
  const notes = await expectOk(admin.get(`/api/jobs/${jobid}/notes`))
  const byDate = notes.toSorted((a: { date: string }, b: { date: string }) => a.date.localeCompare(b.date))
  expect(byDate.map(({ message }: { message: string }) => message)).toEqual(['first', 'second'])
})

test('a key of one person is nothing to another on the same phone, who is refused', async () => {
  const { admin, management } = server.people
  const headers = { ...waited(5, 'mine'), 'x-joblane-person': admin.userid }
  await expectOk(admin.call('POST', `/api/jobs/${jobid}/notes`, { message: 'Mine' }, headers))
  const other = await management.call('POST', `/api/jobs/${jobid}/notes`, { message: 'Mine' }, headers)
  expect([other.status, other.body.code]).toEqual([403, 'otherperson'])
})

test('on a job that was closed meanwhile time and notes arrive, and work on its steps is refused in words', async () => {
  const { admin } = server.people
  await expectOk(admin.post('/api/jobs/reorder', { jobid, lane: 4, confirmed: true }))
  const refused = await act('start', 20, 'late')
  expect([refused.status, refused.body.code]).toEqual([400, 'jobclosed'])
  expect(refused.body.message).toContain('move it back first')
  await expectOk(
    admin.call('POST', '/api/jobs/timesheet', { jobid, minutes: '0:15' }, waited(20, 'late-time')),
  )
  await expectOk(admin.call('POST', `/api/jobs/${jobid}/notes`, { message: 'Late' }, waited(20, 'late-note')))
  expect(await times()).toContainEqual([15, false])
})
