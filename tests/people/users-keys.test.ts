import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Resvg } from '@resvg/resvg-js'
import decodeQR from 'qr/decode.js'
import { prepared } from '#db/sqlite.ts'
import { expectOk, expectRefused, htmxRequest } from '#tests/support/answers.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
const now = new Date('2026-11-21T08:00:00Z')
const url = '/api/users'
beforeAll(async () => {
  server = await startTestServer(() => now)
})
afterAll(() => server.stop())

describe('an API key', () => {
  test('is shown once, stored as a hash, works with its owner’s rights, and is gone when revoked', async () => {
    const { agent, admin } = server.people
    const made = await expectOk(agent.patch(`${url}/apikey`, { application: 'Scale' }))
    expect(made.key).toMatch(/^joblane_[\w-]{43}$/)
    expect(made.tail).toBe(made.key.slice(-4))
    const { text } = await agent.get(`${url}/apikey`)
    expect(text).not.toContain(made.key)
    expect(text).not.toContain('hash')
    const stored = server.services.platform.read((db) =>
      prepared<{ all: string }>(
        db,
        "SELECT group_concat(keyhash || tail || application) AS 'all' FROM apikeys",
      ).get(),
    )
    expect(stored?.all).not.toContain(made.key)
    const call = (path: string, method = 'GET', body?: object) =>
      fetch(server.url + path, {
        method,
        headers: { 'x-api-key': made.key, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      })
    expect((await call('/api/clients')).status).toBe(200)
    expect((await call('/api/users')).status).toBe(403)
    // What leaked must not make itself last.
    expect((await call(`${url}/apikey`, 'PATCH', { application: 'More' })).status).toBe(403)
    const same = { oldpassword: PASSWORD, password: 'fresh-start-1', confirmpassword: 'fresh-start-1' }
    expect((await call(`${url}/${agent.userid}/changepassword`, 'PATCH', same)).status).toBe(403)
    expect((await call(`${url}/myself`, 'PATCH', { email: 'x@y.test', password: PASSWORD })).status).toBe(403)
    await server.services.background.run('activity')
    const [listed] = await expectOk(admin.get(`${url}/${agent.userid}/apikey`))
    expect(listed).toMatchObject({ application: 'Scale', tail: made.tail, lastusedutc: now.toISOString() })
    expect(Object.keys(listed).sort()).toEqual([
      ...['application', 'claims', 'createdutc', 'expiresutc', 'id', 'lastusedutc', 'tail'],
    ])
    await expectOk(agent.delete(`${url}/apikey?key=${made.key}`))
    const ended = await call('/api/clients')
    expect([ended.status, (await ended.json()).message]).toEqual([
      401,
      expect.stringContaining('This API key was revoked.'),
    ])
    expect(await expectOk(agent.get(`${url}/apikey?application=scale`))).toBeNull()
  })

  test('that is sent as the token of a sign-in is told its header, and opens nothing', async () => {
    const { agent } = server.people
    const { key } = await expectOk(agent.patch(`${url}/apikey`, { application: 'Till' }))
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/clients`, { headers: { accept: 'application/json', ...headers } })
    const refused = await ask({ authorization: `Bearer ${key}`, cookie: agent.cookie })
    expect(refused.status).toBe(401)
    expect((await refused.json()).message).toStartWith('This is an API key: send it in the header X-API-Key.')
    expect((await ask({ 'x-api-key': key })).status).toBe(200)
  })

  test('that opens nothing is told why, and no word of a session', async () => {
    const { agent } = server.people
    const made = await expectOk(agent.patch(`${url}/apikey`, { application: 'Gate', expires: '2026-11-21' }))
    const says = async (key: string, path = '/api/clients') => {
      const answer = await fetch(server.url + path, { headers: { 'x-api-key': key } })
      return [answer.status, (await answer.json()).message]
    }
    for (const path of ['/api/clients', '/api/users/myself'])
      expect(await says('joblane_no-such-key', path)).toEqual([401, 'This API key is not known here.'])
    now.setUTCHours(22)
    expect(await says(made.key)).toEqual([401, expect.stringContaining('This API key has expired.')])
    now.setUTCHours(8)
    expect((await says(made.key))[0]).toBe(200)
    await expectOk(agent.delete(`${url}/apikey?key=${made.key}`))
  })

  test('may do no more than was chosen for it, than its owner may now, and no longer than its day', async () => {
    const { management } = server.people
    const given = { application: 'Sheet', claims: ['clients.read', 'invoices.read'], expires: '2026-11-21' }
    const made = await expectOk(management.patch(`${url}/apikey`, given))
    expect(made).toMatchObject({ claims: given.claims, expiresutc: '2026-11-21T22:00:00.000Z' })
    const status = async (path: string, method = 'GET', body?: object) =>
      (
        await fetch(server.url + path, {
          method,
          headers: { 'x-api-key': made.key, 'content-type': 'application/json' },
          body: body && JSON.stringify(body),
        })
      ).status
    const page = await (
      await fetch(`${server.url}/account/profile`, { headers: { cookie: management.cookie } })
    ).text()
    expect(page).toContain('May do 2 things: See clients; See invoices.')
    expect(await status('/api/clients')).toBe(200)
    expect(await status('/api/invoices')).toBe(200)
    expect(await status('/api/clients', 'POST', { name: 'No' })).toBe(403)
    expect(await status('/api/jobs')).toBe(403)
    const taken = { roleid: server.roleids.Management, claim: 'invoices.read' }
    await expectOk(server.people.admin.call('DELETE', '/api/auth/roles/claims', taken))
    expect(await status('/api/invoices')).toBe(403)
    await expectOk(server.people.admin.post('/api/auth/roles/claims', taken))
    expect(await status('/api/invoices')).toBe(200)
    now.setUTCHours(22)
    expect(await status('/api/clients')).toBe(401)
    now.setUTCHours(8)
    await expectOk(management.delete(`${url}/apikey?key=${made.key}`))
  })

  test('is given neither a right that its owner does not hold, nor a day that is over', async () => {
    const { agent } = server.people
    const refused = (body: object) =>
      expectRefused(agent.patch(`${url}/apikey`, { application: 'X', ...body }))
    expect(await refused({ claims: ['users.manage'] })).toEqual(['claims'])
    expect(await refused({ claims: ['nothing.such'] })).toEqual(['claims'])
    expect(await refused({ claims: [] })).toEqual(['claims'])
    expect(await refused({ expires: '2026-11-20' })).toEqual(['expires'])
  })

  test('of an application takes the place of its earlier one; there may be several applications', async () => {
    const { agent, jobs, admin } = server.people
    const first = await expectOk(agent.patch(`${url}/apikey`, { application: 'Till' }))
    await expectOk(agent.patch(`${url}/${agent.userid}/apikey`, { application: 'Door' }))
    const second = await expectOk(agent.patch(`${url}/apikey`, { application: 'till' }))
    expect(second.key).not.toBe(first.key)
    const status = async (key: string) =>
      (await fetch(`${server.url}/api/clients`, { headers: { 'x-api-key': key } })).status
    expect([await status(first.key), await status(second.key)]).toEqual([401, 200])
    expect((await expectOk(agent.get(`${url}/apikey`))).length).toBe(2)
    expect((await jobs.get(`${url}/${agent.userid}/apikey`)).status).toBe(403)
    expect((await jobs.delete(`${url}/apikey?key=${second.id}`)).status).toBe(404)
    expect((await server.other.delete(`${url}/apikey?key=${second.id}`)).status).toBe(404)
    expect((await admin.patch(`${url}/${agent.userid}/apikey`, { application: 'x' })).status).toBe(403)
    await expectOk(admin.delete(`${url}/apikey?key=${second.id}`))
    expect(await status(second.key)).toBe(401)
  })
})

test('the code for a phone holds address and key, is shown once, and a new one takes its place', async () => {
  const { jobs } = server.people
  const made = await htmxRequest(server, jobs, 'POST', '/applink')
  const link = /value="(http[^"]+)"/.exec(made.html)?.[1] ?? ''
  const [address, key = ''] = link.split('/#key=')
  expect(address).toBe(server.url)
  const svg = Buffer.from(/base64,([^"]+)"/.exec(made.html)?.[1] ?? '', 'base64').toString()
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: 600 }, background: '#fff' }).render()
  expect(decodeQR({ width: image.width, height: image.height, data: new Uint8Array(image.pixels) })).toBe(
    link,
  )
  const call = (one: string) => fetch(`${server.url}/api/clients`, { headers: { 'x-api-key': one } })
  expect((await call(key)).status).toBe(200)
  const page = await htmxRequest(server, jobs, 'GET', '/applink')
  expect(page.html).not.toContain(key)
  expect(page.html).toContain(`A code that ends in ${key.slice(-4)} is in use.`)
  await htmxRequest(server, jobs, 'POST', '/applink')
  expect((await call(key)).status).toBe(401)
})

test('a report token reads for 15 minutes, in an audience of its own, and opens no call', async () => {
  const { admin, agent, stakeholder } = server.people
  const token = await expectOk(admin.get(`${url}/reporting/token`))
  for (const path of [`${url}/myself`, '/api/clients', `${url}/reporting/token`])
    expect(
      (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).status,
      path,
    ).toBe(401)
  expect(
    (await fetch(`${server.url}/hub?access_token=${token}`, { headers: { upgrade: 'websocket' } })).status,
  ).toBe(401)
  const { reports } = server.services.bearer
  expect(await reports.read(token)).toMatchObject({ sub: admin.userid, acc: server.accountid })
  expect(await reports.read(admin.token)).toBeNull()
  const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
  expect(exp - iat).toBeLessThanOrEqual(15 * 60 + 1)
  // Who may read reports and take none away has no use for it.
  for (const who of [agent, stakeholder]) expect((await who.get(`${url}/reporting/token`)).status).toBe(403)
})
