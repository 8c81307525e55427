import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { prepared } from '#db/sqlite.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { by, createJobFixtures, type JobFixtures } from './jobs-support.ts'

let server: TestServer
let shop: JobFixtures
beforeAll(async () => {
  server = await startTestServer()
  shop = await createJobFixtures(server)
  const worker = await server.people.admin.get(`/api/workers/${shop.worker}`)
  const body = { userid: server.people.jobs.userid, version: worker.body.data.version }
  expect((await server.people.admin.patch(`/api/workers/${shop.worker}`, body)).status).toBe(200)
})
afterAll(() => server.stop())

const add = async (values: object = {}) =>
  (await server.people.admin.post('/api/jobs', { boardid: shop.boardid, ...values })).body.data
const respond = (jobid: string, html: string, more: object = {}) =>
  server.people.admin.post('/api/jobs/response', { jobid, html, ...more })
const told = async () =>
  (await server.people.jobs.get('/api/communication/notifications')).body.data
    .map(({ message, code, open }: Record<string, string>) => ({ message, code, open }))
    .filter(({ code }: Record<string, string>) => code === 'feedback')

describe('feedback', () => {
  test('is stored clean, and its assignee is told, but not of what they wrote themselves', async () => {
    const { jobs } = server.people
    const { id, reference } = await add({ assignee: shop.worker })
    const answer = await respond(id, '<p onclick=x>Belt <b>worn</b></p><script>1</script>')
    expect(answer.body.data.feedback).toBe('<p>Belt <strong>worn</strong></p>')
    const { body } = await jobs.get(`/api/jobs/${id}/feedback`)
    expect(body.data).toEqual({
      id,
      feedback: '<p>Belt <strong>worn</strong></p>',
      version: answer.body.data.version,
    })
    expect(await told()).toEqual([
      {
        message: `admin Tester wrote feedback on job ${reference}.`,
        code: 'feedback',
        open: `/jobs/work-shop/progress?open=${reference.toLowerCase()}`,
      },
    ])
    // The same words again are no news.
    await respond(id, '<p>Belt <strong>worn</strong></p>')
    await jobs.post('/api/jobs/response', { jobid: id, html: '<p>Replaced</p>' })
    expect(await told()).toHaveLength(1)
    const [change] = (await server.people.admin.get(`/api/jobs/${id}/history`)).body.data
    expect(change).toMatchObject({ field: 'feedback', oldvalue: 'Belt worn', newvalue: 'Replaced' })
  })

  test('goes on after the job is archived or removed (decision F4), when nothing else does', async () => {
    const { admin } = server.people
    for (const leave of [
      (id: string) => admin.patch(`/api/jobs/${id}`, { status: 6, confirmed: true }),
      (id: string) => admin.delete(`/api/jobs/${id}`),
    ]) {
      const { id } = await add({ status: 4 })
      expect((await leave(id)).status).toBe(200)
      expect((await respond(id, '<p>Belt worn</p>')).status).toBe(200)
      expect((await admin.get(`/api/jobs/${id}/feedback`)).body.data.feedback).toBe('<p>Belt worn</p>')
      const refused = await admin.patch(`/api/jobs/${id}`, { description: 'Belt' })
      expect(refused.status).toBe(400)
    }
  })

  test('is told of to no assignee who may not see the job', async () => {
    const { admin, jobs } = server.people
    const { id } = await add({ assignee: shop.worker })
    const permission = { boardid: shop.boardid, roleid: server.roleids.Jobs }
    const before = (await told()).length
    await admin.post('/api/boards/permissions', { ...permission, permission: 'none' })
    expect((await jobs.get(`/api/jobs/${id}`)).status).toBe(404)
    expect((await respond(id, '<p>Belt worn</p>')).status).toBe(200)
    await admin.post('/api/boards/permissions', { ...permission, permission: null })
    expect(await told()).toHaveLength(before)
  })

  test('goes on after the job is settled, and not for whoever may not change it', async () => {
    const { admin, stakeholder } = server.people
    const { id } = await add({ status: 4 })
    await admin.patch(`/api/jobs/${id}`, { status: 6 })
    expect((await respond(id, '<p>Came back after a year</p>')).status).toBe(200)
    expect((await stakeholder.post('/api/jobs/response', { jobid: id, html: 'x' })).status).toBe(403)
    expect((await server.other.post('/api/jobs/response', { jobid: id, html: 'x' })).status).toBe(404)
    const long = await respond(id, 'x'.repeat(20_001))
    expect(long.body.fields.html).toBe('It may have at most 20000 characters.')
  })

  test('of a version that somebody changed meanwhile is refused with how it stands', async () => {
    const { id, version } = await add()
    await respond(id, '<p>Theirs</p>', { version })
    const late = await respond(id, '<p>Mine</p>', { version })
    expect(late.status).toBe(409)
    expect(late.body.data.feedback).toBe('<p>Theirs</p>')
  })

  test('that was plain text, or HTML of any kind, is read clean with its lines', async () => {
    const { admin } = server.people
    const { id } = await add()
    const stored = (text: string) =>
      server.services.tenants.write(server.accountid, by, (tx) =>
        prepared(tx.db, 'UPDATE jobs SET feedback = ? WHERE id = ?').run([text, id]),
      )
    const read = async () => (await admin.get(`/api/jobs/${id}`)).body.data.feedback
    await stored('Belt worn\nOrdered 2 < 3')
    expect(await read()).toBe('<p>Belt worn<br>Ordered 2 &lt; 3</p>')
    await stored('<img src=x onerror=alert(1)><b>Bold</b>')
    expect(await read()).toBe('<strong>Bold</strong>')
    expect((await admin.patch(`/api/jobs/${id}`, { feedback: 'Well\ndone' })).body.data.feedback).toBe(
      '<p>Well<br>done</p>',
    )
  })
})
