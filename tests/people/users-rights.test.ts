import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  confirmInvitation,
  connectHub,
  createSignedInPerson,
  findPersonByEmail,
  newestMailLink,
} from './users-support.ts'

let server: TestServer
const url = '/api/users'
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('the last systemadmin', () => {
  test('keeps role, seat and place, whatever the way', async () => {
    const { admin } = server.people
    const id = admin.userid
    expect(await expectRefused(admin.patch(`${url}/${id}`, { roles: [server.roleids.Agent] }))).toEqual([
      'roles',
    ])
    expect(await expectRefused(admin.patch(`${url}/${id}`, { roles: [] }))).toEqual(['roles'])
    expect(await expectRefused(admin.patch(`${url}/${id}`, { licensed: false }))).toEqual(['licensed'])
    expect((await admin.delete(`${url}/${id}`)).status).toBe(400)
    expect((await expectOk(admin.get(`${url}/myself`))).roles).toEqual(['systemadmin'])
  })

  test('is not replaced by somebody who has only been invited', async () => {
    const { admin } = server.people
    const roles = [server.roleids.systemadmin]
    const made = await expectOk(admin.post(url, { email: 'second@admin.test', roles }))
    expect(await expectRefused(admin.patch(`${url}/${admin.userid}`, { roles: [] }))).toEqual(['roles'])
    await confirmInvitation(server, newestMailLink(server, 'second@admin.test'))
    const second = await server.signIn('second@admin.test')
    await expectOk(admin.patch(`${url}/${admin.userid}`, { roles: [server.roleids.Agent] }))
    expect((await admin.get(url)).status).toBe(403)
    expect(await expectRefused(second.patch(`${url}/${made.id}`, { licensed: false }))).toEqual(['licensed'])
    await expectOk(second.patch(`${url}/${admin.userid}`, { roles }))
    await expectOk(admin.delete(`${url}/${made.id}`))
  })
})

test('nobody gives, takes or stops what is beyond their own rights', async () => {
  const { admin } = server.people
  const role = await expectOk(admin.post('/api/auth/roles', { name: 'People' }))
  for (const claim of ['users.manage', 'jobs.read', 'clients.read'])
    await expectOk(admin.post('/api/auth/roles/claims', { roleid: role.id, claim }))
  server.roleids.People = role.id
  const clerk = await createSignedInPerson(server, 'clerk@new.test', 'People')
  const jobs = server.people.jobs.userid
  for (const name of ['systemadmin', 'Management', 'Agent'])
    expect(
      await expectRefused(clerk.patch(`${url}/${clerk.userid}`, { roles: [role.id, server.roleids[name]] })),
      name,
    ).toEqual(['roles'])
  expect(
    await expectRefused(clerk.post(url, { email: 'x@y.test', roles: [server.roleids.systemadmin] })),
  ).toEqual(['roles'])
  const beyond = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await answer
    return [status, body.code]
  }
  for (const userid of [admin.userid, jobs]) {
    expect(await beyond(clerk.delete(`${url}/${userid}`))).toEqual([403, 'beyond'])
    expect(await beyond(clerk.patch(`${url}/${userid}`, { roles: [] }))).toEqual([403, 'beyond'])
    expect(await beyond(clerk.patch(`${url}/${userid}`, { licensed: false }))).toEqual([403, 'beyond'])
    expect((await htmxRequest(server, clerk, 'POST', `/admin/users/${userid}/sessions`)).status).toBe(403)
  }
  const peer = await expectOk(clerk.post(url, { email: 'peer@new.test', roles: [role.id] }))
  await expectOk(clerk.patch(`${url}/${peer.id}`, { roles: [], phone: '011' }))
  await expectOk(clerk.delete(`${url}/${peer.id}`))
  await expectOk(admin.delete(`${url}/${clerk.userid}`))
})

test('archiving signs out of the account at once: calls, pages, keys and live connections; restoring lets in again', async () => {
  const { admin } = server.people
  const sipho = await createSignedInPerson(server, 'sipho@new.test', 'Agent')
  const { key } = await expectOk(sipho.patch(`${url}/apikey`, { application: 'Scale' }))
  const byKey = () => fetch(`${server.url}/api/clients`, { headers: { 'x-api-key': key } })
  expect((await byKey()).status).toBe(200)
  const socket = await connectHub(server, sipho)
  await expectOk(admin.delete(`${url}/${sipho.userid}`))
  await socket.ended
  expect((await sipho.get('/api/clients')).status).toBe(401)
  expect((await htmxRequest(server, sipho, 'GET', '/clients')).status).toBe(204)
  expect((await byKey()).status).toBe(401)
  expect((await expectOk(admin.get(url))).map(({ email }: { email: string }) => email)).not.toContain(
    'sipho@new.test',
  )
  expect((await findPersonByEmail(server, 'sipho@new.test')).status).toBe('archived')
  await expectOk(admin.post(`${url}/${sipho.userid}`))
  expect((await sipho.get('/api/clients')).status).toBe(401)
  expect((await byKey()).status).toBe(401)
  expect((await (await server.signIn('sipho@new.test')).get('/api/clients')).status).toBe(200)
})

test('“sign out everywhere” ends the sessions in this account, and no others', async () => {
  const { admin } = server.people
  const zodwa = await createSignedInPerson(server, 'zodwa@new.test', 'Agent')
  const again = await server.signIn('zodwa@new.test')
  const socket = await connectHub(server, again)
  const path = `/admin/users/${zodwa.userid}/sessions`
  const { html } = await htmxRequest(server, admin, 'GET', `/admin/users/${zodwa.userid}`)
  const session = new RegExp(`${path}/([0-9a-f-]{36})`).exec(html)?.[1]
  expect((await htmxRequest(server, admin, 'DELETE', `${path}/${session}`)).status).toBe(200)
  const ended = await htmxRequest(server, admin, 'POST', path)
  expect(ended.html).toContain('Signed in nowhere at the moment.')
  await socket.ended
  for (const client of [zodwa, again]) expect((await client.get('/api/clients')).status).toBe(401)
  expect((await admin.get('/api/clients')).status).toBe(200)
})
