import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { readMaterials } from '#server/domains/planning/materials/read-materials.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeItem, makeJob } from './support.ts'

let server: TestServer
let tube = ''
let job = ''
let line: { id: string; version: number }

const admin = () => server.people.admin
const write = <T>(run: Parameters<typeof server.services.tenants.write<T>>[2]) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'test' }, run)
const levels = async () => expectOk(admin().get(`/api/inventory/${tube}/levels`))
const lineOf = async (jobid: string) =>
  (await expectOk(admin().get(`/api/materials/getMaterials/${jobid}`)))[0]
const release = (released: number, version?: number) =>
  admin().call('PUT', `/api/materials/${line.id}/reservation`, { released, version })

/** A figure holds its unit by a space that does not break. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

async function move(status: number) {
  const { version } = await expectOk(admin().get(`/api/jobs/${job}`))
  await expectOk(admin().post('/api/jobs/reorder', { jobid: job, lane: status, afterid: null, version }))
}

async function send(method: string, path: string, form?: Record<string, string>) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { cookie: admin().cookie, 'hx-request': 'true', origin: server.url },
    body: form && new URLSearchParams(form),
  })
  return { status: answer.status, text: spaced(await answer.text()), news: answer.headers.get('HX-Trigger') }
}

beforeAll(async () => {
  server = await startTestServer()
  ;[tube, job] = await write((tx) => {
    tx.invalidateCaches()
    return [
      makeItem(tx, { code: 'TUBE', materialname: 'Tube', baseunit: 'm', inventoryclass: 2 }),
      makeJob(tx, { status: 3, approvedutc: tx.now, description: 'Gate' }),
    ]
  })
  await expectOk(admin().post('/api/inventory/inbound', { inventoryid: tube, quantity: 10 }))
  line = await expectOk(
    admin().post('/api/materials', { jobid: job, inventoryid: tube, role: 1, estimated: 6 }),
  )
})
afterAll(() => server.stop())

test('a reservation is released in part, taken again, and stands in the history of the job', async () => {
  expect(await levels()).toMatchObject({ quantity: 10, reserved: 6, available: 4 })
  await expectOk(release(4))
  expect(await levels()).toMatchObject({ quantity: 10, reserved: 2, available: 8 })
  expect(await lineOf(job)).toMatchObject({
    estimated: 6,
    released: 4,
    levels: { onhand: 10, reserved: 2, available: 8, onorder: 0, forjob: { reserved: 2, onorder: 0 } },
  })
  expect((await admin().get(`/api/jobs/${job}/history`)).text).toContain('Released')
  await expectOk(release(0))
  expect((await levels()).reserved).toBe(6)
})

test('what is used counts first against what is reserved still, and never reserves below nothing', async () => {
  await expectOk(release(4))
  const use = async (consumed: number) => {
    await expectOk(admin().patch(`/api/materials/${line.id}`, { consumed }))
    return (await levels()).reserved
  }
  expect([await use(1), await use(2), await use(5), await use(0)]).toEqual([1, 0, 0, 2])
  await expectOk(release(0))
})

test('what cannot be released is refused by its field, and a colleague’s change is not overwritten', async () => {
  expect(spaced((await release(7)).body.fields.released)).toContain(
    'Only 6 m of this line are planned and not used',
  )
  expect((await release(-1)).body.fields.released).toContain('cannot be below zero')
  expect((await release(1, 1)).status).toBe(409)
  const draft = await write((tx) => {
    tx.invalidateCaches()
    return makeJob(tx, { status: 1 })
  })
  const other = await expectOk(
    admin().post('/api/materials', { jobid: draft, inventoryid: tube, role: 1, estimated: 1 }),
  )
  const refused = await admin().call('PUT', `/api/materials/${other.id}/reservation`, { released: 1 })
  expect(refused.body.fields.released).toContain('Nothing is reserved by this line')
})

test('planning goes on needing what was released, and another approval reserves it anew', async () => {
  await expectOk(release(6))
  const boardid = await write((tx) => findJobPlace(tx.db, job)!.boardid)
  const needed = await write((tx) => readMaterials(tx.db, boardid, 'approved').find(({ id }) => id === tube))
  expect(needed).toMatchObject({ required: 6_000_000, reserved: 0, available: 10_000_000, open: true })
  await move(1)
  await move(3)
  expect((await levels()).reserved).toBe(6)
  expect((await lineOf(job)).released).toBe(0)
})

test('the dialog says what each figure comes from, lets go by its button and takes it back', async () => {
  await expectOk(release(0))
  const dialog = async () => (await send('GET', `/inventory/${tube}/levels?jobid=${job}`)).text
  expect(await dialog()).toContain('6 m for this job')
  const released = await send('POST', `/joblines/${line.id}/release`, { quantity: '2,5' })
  expect(released.news).toContain(`/joblines/${line.id}/reserve?released=0`)
  expect(await dialog()).toContain('2,5 m released: planned still, free for others')
  const much = await send('POST', `/joblines/${line.id}/release`, { quantity: '4' })
  expect(much.status).toBe(422)
  expect(much.text).toContain('at most the 3,5 m that are reserved')
  await send('POST', `/joblines/${line.id}/reserve?released=0`)
  expect((await levels()).reserved).toBe(6)
  const rows = await expectOk(admin().get(`/api/inventory/${tube}/reservations`))
  expect(rows).toMatchObject([{ materialid: line.id, reserved: 6, released: 0 }])
  expect((await send('GET', `/inventory/${tube}/levels?jobid=${line.id}`)).status).toBe(404)
  expect((await server.other.get(`/api/inventory/${tube}/reservations`)).status).toBe(404)
  expect(
    (await server.other.call('PUT', `/api/materials/${line.id}/reservation`, { released: 1 })).status,
  ).toBe(404)
})
