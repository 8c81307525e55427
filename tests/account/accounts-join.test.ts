import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { audit } from '#db/schema/platform/index.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createPersonWithoutAccount, listNotices, platformMails, withToken } from './accounts-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('joining by key', () => {
  test('lets nobody in until an administrator says so', async () => {
    const { token, userid, email } = await createPersonWithoutAccount(server, 'joan@new.test', 'Joan')
    for (const key of ['short', crypto.randomUUID(), server.operator.accountid]) {
      const wrong = await withToken(server, token, 'POST', `/api/account/link/${key}`, {})
      expect([wrong.status, wrong.body.message]).toEqual([
        400,
        'The key you provided does not appear to be valid',
      ])
    }
    const asked = await withToken(server, token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect(asked.body).toMatchObject({
      data: { id: server.accountid, name: 'First', state: 'waiting' },
      message: 'First has been asked to let you in.',
    })
    for (const path of ['/api/account', '/api/clients', `/api/account/${server.accountid}`])
      expect((await withToken(server, token, 'GET', path)).status, path).toBe(403)
    expect(
      (await withToken(server, token, 'POST', '/api/account/switch', { id: server.accountid })).status,
    ).toBe(403)
    expect(
      platformMails(server)
        .filter(({ subject }) => subject === 'Joan Newcomer asks to join First')
        .map(({ to }) => to),
    ).toEqual(['admin@first.test'])
    expect(listNotices(server, server.accountid, 'join').map(({ userid }) => userid)).toEqual([
      server.people.admin.userid,
    ])
    // Asked again it tells nobody again.
    await withToken(server, token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect(listNotices(server, server.accountid, 'join')).toHaveLength(1)

    const page = (await server.people.admin.get('/account?tab=active')).text
    const id = /\/account\/requests\/([0-9a-f-]{36})"/.exec(page)?.[1] as string
    expect(page).toContain(email)
    expect((await server.people.management.post(`/account/requests/${id}`, {})).status).toBe(403)
    expect(
      (await server.other.post(`/account/requests/${id}`, { roles: server.otherroleids.Agent })).status,
    ).toBe(404)
    expect((await server.other.get(`/account/requests/${id}`)).status).toBe(404)
    const { admin } = server.people
    const answer = (body: object) =>
      admin.call('POST', `/account/requests/${id}`, body, { accept: 'application/json' })
    expect((await answer({ licensed: 'true' })).body.fields).toHaveProperty('roles')
    const foreign = await answer({ roles: server.otherroleids.Agent, licensed: 'true' })
    expect(foreign.body.fields).toHaveProperty('roles')
    const letin = await admin.post(`/account/requests/${id}`, {
      roles: server.roleids.Agent,
      licensed: 'true',
    })
    expect(letin.status).toBe(200)
    expect((await withToken(server, token, 'GET', '/api/users/myself')).body.data.accountid).toBe(
      server.accountid,
    )
    expect((await admin.post(`/account/requests/${id}`, { roles: server.roleids.Jobs })).status).toBe(409)
    expect(platformMails(server).find(({ subject }) => subject === 'You are in: First')?.to).toBe(email)
    const trail = server.services.platform.read((db) =>
      db.select().from(audit).where(eq(audit.accountid, server.accountid)).all(),
    )
    expect(trail.map(({ what }) => what)).toEqual(expect.arrayContaining(['joinasked', 'joindecided']))
    const history = server.services.tenants.read(server.accountid, (db) =>
      db.all<{ entityid: string }>("SELECT entityid FROM history WHERE entity = 'users'" as never),
    )
    expect(history.map(({ entityid }) => entityid)).toContain(userid)
    const again = await withToken(server, token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect([again.status, again.body.code]).toEqual([409, 'member'])
  })

  test('a refusal stands, and a request can be taken back before', async () => {
    const { token } = await createPersonWithoutAccount(server, 'rex@new.test', 'Rex')
    await withToken(server, token, 'POST', `/api/account/link/${server.accountid}`, {})
    const page = (await server.people.admin.get('/account?tab=active')).text
    const id = /\/account\/requests\/([0-9a-f-]{36})"/.exec(page)?.[1]
    expect((await server.people.admin.post(`/account/requests/${id}/refuse`, {})).status).toBe(200)
    const again = await withToken(server, token, 'POST', `/api/account/link/${server.accountid}`, {})
    expect([again.status, again.body.code]).toEqual([409, 'refused'])
    await withToken(server, token, 'POST', `/api/account/link/${server.otherid}`, {})
    const waiting = (await withToken(server, token, 'GET', '/account/waiting')).text
    const own = /\/account\/waiting\/([0-9a-f-]{36})\/withdraw/.exec(waiting)?.[1]
    const stranger = await createPersonWithoutAccount(server, 'sly@new.test', 'Sly')
    await withToken(server, stranger.token, 'POST', `/account/waiting/${own}/withdraw`, {})
    expect((await withToken(server, token, 'GET', '/account/waiting')).text).toContain('Other has been asked')
    const after = await withToken(server, token, 'POST', `/account/waiting/${own}/withdraw`, {})
    expect(after.text).not.toContain('Other has been asked')
  })
})

test('keys are not guessed by trying', async () => {
  const { token } = await createPersonWithoutAccount(server, 'guess@new.test', 'Guy')
  const statuses: number[] = []
  for (let n = 0; n < 22; n++)
    statuses.push(
      (await withToken(server, token, 'POST', `/api/account/link/${crypto.randomUUID()}`, {})).status,
    )
  expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
})
