import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sessions, signinfailures } from '#db/schema/platform/platform.ts'
import { signIn } from '#server/access/sign-in.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let now = new Date()
beforeAll(async () => {
  server = await startTestServer(() => now)
})
afterAll(() => server.stop())

const call = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const myself = (headers: Record<string, string>) => fetch(`${server.url}/api/users/myself`, { headers })
const signedIn = async (email = 'agent@first.test') =>
  (await (await call('/api/auth/authenticate', { userName: email, password: PASSWORD })).json()).data

describe('bearer and renew tokens', () => {
  test('a token says when it ends, a quarter of an hour from now, and nothing of rights', async () => {
    const { token } = await signedIn()
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    expect(claims.exp - Math.floor(Date.now() / 1000)).toBeWithin(880, 901)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
  })

  test('a renew token works once; used again it ends the session of both holders', async () => {
    const { token, renewToken } = await signedIn()
    const renewed = (await (await call('/api/auth/renew', { token, renewToken })).json()).data
    expect((await myself({ authorization: `Bearer ${renewed.token}` })).status).toBe(200)
    const again = await call('/api/auth/renew', { token, renewToken })
    expect([again.status, (await again.json()).message]).toEqual([
      401,
      'Your authentication could not be renewed, please login again.',
    ])
    expect((await myself({ authorization: `Bearer ${renewed.token}` })).status).toBe(401)
    expect((await call('/api/auth/renew', { token, renewToken: renewed.renewToken })).status).toBe(401)
  })

  test('renewing also takes a form, as the specification sends it', async () => {
    const { token, renewToken } = await signedIn()
    const answer = await fetch(`${server.url}/api/auth/renew`, {
      method: 'POST',
      body: new URLSearchParams({ token, renewToken }),
    })
    expect(answer.status).toBe(200)
  })

  test('a token without a signature, or signed with another key, is nobody', async () => {
    const { token } = await signedIn()
    const [, payload] = token.split('.')
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
    expect((await myself({ authorization: `Bearer ${none}` })).status).toBe(401)
    expect((await myself({ authorization: `Bearer ${token.slice(0, -4)}AAAA` })).status).toBe(401)
  })
})

describe('a browser session', () => {
  const cookieOf = async () => {
    const answer = await fetch(`${server.url}/signin`, {
      method: 'POST',
      body: new URLSearchParams({
        userName: 'jobs@first.test',
        password: PASSWORD,
        next: '//elsewhere.test',
      }),
      redirect: 'manual',
    })
    return { cookie: answer.headers.get('set-cookie') ?? '', location: answer.headers.get('location') }
  }

  test('is a cookie that no script reads, and leads nowhere else', async () => {
    const { cookie, location } = await cookieOf()
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(location).toBe('/gohome')
  })

  test('goes on while it is used, once a day, and ends thirty days after it was used last', async () => {
    const cookie = (await cookieOf()).cookie.split(';')[0] as string
    expect((await myself({ cookie })).headers.get('set-cookie')).toBeNull()
    now = new Date(Date.now() + 20 * 86_400_000)
    const used = await myself({ cookie })
    expect(used.headers.get('set-cookie')).toContain('Max-Age=2592000')
    now = new Date(Date.now() + 45 * 86_400_000)
    expect((await myself({ cookie })).status).toBe(200)
    now = new Date(Date.now() + 90 * 86_400_000)
    expect((await myself({ cookie })).status).toBe(401)
    now = new Date()
  })

  test('signing out ends it for good', async () => {
    const cookie = (await cookieOf()).cookie.split(';')[0] as string
    await fetch(`${server.url}/signout`, { method: 'POST', headers: { cookie }, redirect: 'manual' })
    expect((await myself({ cookie })).status).toBe(401)
  })
})

describe('failed sign-ins', () => {
  const attempt = (userName: string, password: string, waits: number[] = [], address = '10.0.0.1') =>
    signIn(
      server.services,
      { userName, password, address, agent: '' },
      () => new Date(),
      async (ms) => {
        waits.push(Number(ms))
      },
    ).then(
      () => 'in',
      (error) => `${error.status} ${error.message}`,
    )

  test('sound alike for a person who exists and one who does not', async () => {
    expect(await attempt('management@first.test', 'wrong', [], '10.1.0.1')).toBe(
      await attempt('nobody@first.test', 'wrong', [], '10.1.0.2'),
    )
  })

  test('slow down after five and lock after ten, also for the right password', async () => {
    const waits: number[] = []
    for (let i = 0; i < 10; i++) await attempt('operations@first.test', 'wrong', waits, `10.2.0.${i}`)
    expect(waits).toHaveLength(5)
    expect(await attempt('operations@first.test', PASSWORD, waits, '10.2.1.1')).toStartWith(
      '429 Too many attempts',
    )
    expect(await attempt('agent@first.test', PASSWORD, waits, '10.2.1.1')).toBe('in')
  })

  test('count by address too, which locks later', async () => {
    const address = '10.3.0.1'
    await server.services.platform.write(({ db, now: lastutc }) =>
      db
        .insert(signinfailures)
        .values({ key: `ip:${address}`, count: 48, lastutc })
        .run(),
    )
    for (const expected of ['401', '401', '429'])
      expect(await attempt('nobody@first.test', 'wrong', [], address)).toStartWith(expected)
    expect(await attempt('agent@first.test', PASSWORD, [], address)).toStartWith('429')
  })
})

test('switching the account changes what is open, and only to an account of one’s own', async () => {
  const { token } = await signedIn()
  const headers = { authorization: `Bearer ${token}` }
  expect((await call('/api/account/switch', { id: server.otherid }, headers)).status).toBe(404)
  expect((await call('/api/account/switch', { id: server.accountid }, headers)).status).toBe(200)
})

test('a session is forgotten a month after it could be used last', async () => {
  const { platform, background } = server.services
  const known = () =>
    platform.read((db) =>
      db.select({ id: sessions.id, until: sessions.expiresutc }).from(sessions).orderBy(sessions.id).all(),
    )
  const kept = async (days: number) => {
    now = new Date(began.getTime() + days * 86_400_000)
    await background.run('tidy')
    return known()
  }
  const began = now
  const { until = '' } = known().toSorted((a, b) => a.until.localeCompare(b.until))[0] ?? {}
  const days = Math.ceil((Date.parse(until) - began.getTime()) / 86_400_000)
  const before = known().length
  expect(await kept(days + 29)).toHaveLength(before)
  await signedIn('management@first.test')
  const fresh = known().slice(before)
  const left = await kept(days + 31)
  expect(left.some((one) => one.until === until)).toBe(false)
  expect(fresh).toHaveLength(1)
  expect(left).toContainEqual(fresh[0] as (typeof left)[number])
})
