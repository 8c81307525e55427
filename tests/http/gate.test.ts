import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('the gate', () => {
  test('lets a person in by bearer token and by cookie', async () => {
    const { admin } = server.people
    expect((await admin.get('/api/users/myself')).body.data).toMatchObject({
      email: 'admin@first.test',
      roles: ['systemadmin'],
      accountid: server.accountid,
    })
    const byCookie = await fetch(`${server.url}/api/users/myself`, { headers: { cookie: admin.cookie } })
    expect(byCookie.status).toBe(200)
  })

  test('answers 401 before it looks at a body, also a broken one', async () => {
    for (const body of ['{"nonsense":1}', '{broken']) {
      const answer = await fetch(`${server.url}/api/locations`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toEqual({ message: 'Your session has expired' })
    }
  })

  test('refuses a write that another site made with the cookie', async () => {
    const { admin } = server.people
    const send = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/locations`, {
        method: 'POST',
        body: JSON.stringify({ name: 'Yard' }),
        headers: { 'content-type': 'application/json', cookie: admin.cookie, ...headers },
      })
    expect((await send({ origin: 'https://elsewhere.test' })).status).toBe(403)
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: server.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})
