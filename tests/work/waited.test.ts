import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, expectRefused } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let jobid: string
beforeAll(async () => {
  server = await startTestServer()
  const { admin } = server.people
  const board = await expectOk(admin.post('/api/boards', { name: 'Yard' }))
  jobid = (await expectOk(admin.post('/api/jobs', { boardid: board.id, description: 'Gate' }))).id
})
afterAll(() => server.stop())

const note = (message: string, waited: string) =>
  server.people.admin.call('POST', `/api/jobs/${jobid}/notes`, { message }, { 'x-joblane-waited': waited })

test('a change that waited on a device is dated by when it was made there', async () => {
  const before = Date.now()
  await expectOk(note('From the roof', '7200'))
  const [{ date }] = await expectOk(server.people.admin.get(`/api/jobs/${jobid}/notes`))
  expect(Math.round((before - Date.parse(date)) / 60_000)).toBe(120)
})

test('the history says when it arrived, of what waited alone', async () => {
  const { admin } = server.people
  const arrivals = async () =>
    (await expectOk(admin.get(`/api/jobs/${jobid}/history`))).filter(
      ({ field }: { field: string }) => field === 'arrived',
    )
  await expectOk(note('From the desk', '5'))
  const before = await arrivals()
  const earliest = Date.now()
  await expectOk(note('From the cellar', '604800'))
  const [newest, ...others] = await arrivals()
  expect(others).toEqual(before)
  const { item, newvalue } = newest
  expect(item).toBe('note')
  const arrived = Date.parse(`${newvalue.replace(' ', 'T')}+02:00`)
  expect(Math.abs(arrived - earliest)).toBeLessThan(120_000)
})

test('nothing is dated into the future, nor back beyond a week', async () => {
  for (const waited of ['-5', '604801', '9999999', 'now', ''])
    expect(await expectRefused(note('No', waited)), waited).toEqual(['x-joblane-waited'])
})

test('what cannot wait is dated by the server, whatever a header says', async () => {
  const { admin } = server.people
  const headers = { 'x-joblane-waited': '7200' }
  const { id } = await expectOk(admin.call('POST', '/api/clients', { name: 'Marina' }, headers))
  const [newest] = await expectOk(admin.get(`/api/clients/${id}/history`))
  expect(Date.now() - Date.parse(newest.date)).toBeLessThan(3_600_000)
})

test('what another person or account left on a device is not taken as from who is signed in', async () => {
  const { admin, agent } = server.people
  const shown = { 'x-joblane-person': agent.userid, 'x-joblane-account': server.otherid }
  for (const [name, value] of Object.entries(shown)) {
    const headers = { [name]: value }
    const answer = await admin.call('POST', `/api/jobs/${jobid}/notes`, { message: 'Not mine' }, headers)
    expect([answer.status, answer.body.code]).toEqual([403, expect.stringMatching(/^other(person|account)$/)])
  }
})

test('a receipt names the key of a change that was taken, and no other answer has one', async () => {
  const headers = { 'idempotency-key': 'k1' }
  const { admin } = server.people
  const taken = await admin.call('POST', `/api/jobs/${jobid}/notes`, { message: 'Taken' }, headers)
  const again = await admin.call('POST', `/api/jobs/${jobid}/notes`, { message: 'Taken' }, headers)
  const refused = await admin.call('POST', `/api/jobs/${jobid}/notes`, {}, { 'idempotency-key': 'k2' })
  const receipt = ({ headers }: typeof taken) => headers.get('x-joblane-receipt')
  expect([receipt(taken), receipt(again), receipt(refused)]).toEqual(['k1', 'k1', null])
})
