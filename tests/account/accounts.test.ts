import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createPersonWithoutAccount, DAY, requestTokens, withToken } from './accounts-support.ts'

let server: TestServer
const now = Date.parse('2026-11-21T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => new Date(now))
})
afterAll(() => server.stop())

describe('creating an account', () => {
  test('makes a person its administrator, in a session of its own', async () => {
    const { token, userid } = await createPersonWithoutAccount(server, 'nora@new.test')
    expect((await withToken(server, token, 'GET', '/api/account')).status).toBe(403)
    const made = await withToken(server, token, 'POST', '/api/account', {
      name: 'Nora’s Signs',
      primaryphone: '021 555 0100',
    })
    expect(made.status).toBe(200)
    const { id, replacelogin } = made.body.data
    expect((await withToken(server, token, 'GET', '/api/account')).status).toBe(401)
    const inside = await withToken(server, replacelogin.token, 'GET', '/api/account')
    expect(inside.body.data).toMatchObject({
      id,
      name: 'Nora’s Signs',
      primaryemail: 'nora@new.test',
      subscribed: false,
    })
    expect(Date.parse(inside.body.data.utcexpires) - now).toBe(30 * DAY)
    const mine = await withToken(server, replacelogin.token, 'GET', '/api/users/myself')
    expect(mine.body.data).toMatchObject({ id: userid, accountid: id })
    const renewed = await fetch(`${server.url}/api/auth/renew`, {
      method: 'POST',
      body: JSON.stringify({ renewToken: replacelogin.renewToken }),
      headers: { 'content-type': 'application/json' },
    })
    expect(renewed.status).toBe(200)
    const client = await withToken(server, replacelogin.token, 'POST', '/api/clients', {
      name: 'First client',
    })
    expect(client.status).toBe(200)
  })

  test('asked again by the token that it ended answers the same account, as long as nobody signs out', async () => {
    const { token } = await createPersonWithoutAccount(server, 'lost@new.test')
    const body = { name: 'Lost Answers' }
    const ask = (by: string, key = 'once', sent: object = body) =>
      withToken(server, by, 'POST', '/api/account', sent, { 'idempotency-key': key })
    const lost = await ask(token)
    const again = await ask(token)
    expect([lost.status, again.status]).toEqual([200, 200])
    expect(again.body.data.id).toBe(lost.body.data.id)
    const [before, after] = [lost, again].map(({ body: { data } }) => data.replacelogin.token)
    const reads = (by: string) => withToken(server, by, 'GET', '/api/account').then(({ status }) => status)
    expect(await Promise.all([token, before, after].map(reads))).toEqual([401, 401, 200])
    const others = [ask(token, 'other'), ask(token, 'once', { name: 'Another' }), ask(before)]
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([401, 401, 401])
    expect((await ask(token)).status).toBe(200)
    expect(await reads(after)).toBe(401)
    const last = (await ask(token)).body.data.replacelogin.token
    expect((await withToken(server, last, 'POST', '/signout')).status).toBe(303)
    expect((await ask(token)).status).toBe(401)
  })

  test('begins by its trade, with its first job, once', async () => {
    const { token } = await createPersonWithoutAccount(server, 'tess@new.test')
    const body = { name: 'Tess Plumbing', trade: 'plumbing' }
    const made = await withToken(server, token, 'POST', '/api/account', body)
    expect([made.status, made.body.message]).toEqual([200, undefined])
    expect(made.body.data.start).toContain('/progress?open=')
    const inside = made.body.data.replacelogin.token
    const { body: organisations } = await withToken(server, inside, 'GET', '/api/organisations')
    expect(organisations.data.map(({ name }: { name: string }) => name)).toEqual(['Tess Plumbing'])
    expect((await withToken(server, inside, 'GET', '/api/boards')).body.data).toHaveLength(1)
  })

  test('names what is missing in the specification’s sentence, and refuses what is not a person’s to say', async () => {
    const { token } = await createPersonWithoutAccount(server, 'wrong@new.test')
    const empty = await withToken(server, token, 'POST', '/api/account', {
      name: ' ',
      primaryemail: 'nobody',
    })
    expect([empty.status, empty.body.message]).toEqual([400, 'Please confirm the details you have provided'])
    expect(Object.keys(empty.body.fields)).toEqual(['name', 'primaryemail'])
    for (const field of [
      'utcexpires',
      'subscribed',
      'size',
      'seatspaid',
      'platformowner',
      'id',
      'logofile',
    ]) {
      const refused = await withToken(server, token, 'POST', '/api/account', {
        name: 'A',
        [field]: '2099-01-01',
      })
      expect([refused.status, Object.keys(refused.body.fields ?? {})], field).toEqual([400, [field]])
    }
    expect((await withToken(server, 'nonsense', 'POST', '/api/account', { name: 'A' })).status).toBe(401)
  })

  test('a retry with the same key founds one account, and five a day are enough', async () => {
    const { token: first, email } = await createPersonWithoutAccount(server, 'busy@new.test')
    const key = { 'idempotency-key': 'found-once' }
    const one = await withToken(server, first, 'POST', '/api/account', { name: 'Once' }, key)
    const { token } = await requestTokens(server, email)
    const two = await withToken(server, token, 'POST', '/api/account', { name: 'Once' }, key)
    expect([two.status, two.body.data.id]).toEqual([200, one.body.data.id])
    expect(one.body.data.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const { token } = await requestTokens(server, email)
      statuses.push((await withToken(server, token, 'POST', '/api/account', { name: `Another ${n}` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })

  test('a request of another site cannot create one in somebody’s name', async () => {
    const answer = await fetch(`${server.url}/account/create`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Stolen' }),
      headers: { cookie: server.people.agent.cookie, 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
  })
})

test('where accounts are the operator’s to make, nobody else makes one', async () => {
  const closed = await startTestServer(undefined, ['--self-registration=false'])
  try {
    const refused = await closed.people.agent.post('/api/account', { name: 'Own' })
    expect(refused.status).toBe(403)
    const page = await fetch(`${closed.url}/account/create`, {
      headers: { cookie: closed.people.agent.cookie },
    })
    expect(await page.text()).not.toContain('Create the account')
  } finally {
    await closed.stop()
  }
})
