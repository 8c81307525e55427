import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessions } from '#db/schema/platform/index.ts'
import { routes } from '#server/app.ts'
import { acceptAtOnce, connectHub } from '#tests/people/users-support.ts'
import { type Answer, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'
import { routeLabel } from './support.ts'

setDefaultTimeout(120_000)

let server: TestServer
let secret: string
beforeAll(async () => {
  server = await startTestServer()
  secret = readFileSync(join(server.folder, 'data', 'secret.key'), 'utf8').trim()
})
afterAll(() => server.stop())

const signIn = (userName: string, cookie = '', next = '/') =>
  fetch(`${server.url}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ userName, password: PASSWORD, next }),
  })
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const whoIs = async (headers: Record<string, string>) => {
  const answer = await fetch(`${server.url}/api/users/myself`, { headers })
  return answer.ok ? (await answer.json()).data.email : answer.status
}

describe('session fixation', () => {
  test('a cookie that somebody planted before the sign-in is worth nothing after it', async () => {
    const planted = 'joblane_session=planted-by-a-stranger'
    const answer = await signIn('agent@first.test', planted)
    const cookie = cookieOf(answer)
    expect(cookie).toStartWith('joblane_session=')
    expect(cookie).not.toBe(planted)
    expect(await whoIs({ cookie: planted })).toBe(401)
    expect(await whoIs({ cookie })).toBe('agent@first.test')
  })

  test('the session of whoever planted it stays theirs, and the victim gets one of their own', async () => {
    const attacker = cookieOf(await signIn('admin@other.test'))
    const victim = cookieOf(await signIn('agent@first.test', attacker))
    expect(victim).not.toBe(attacker)
    expect(await whoIs({ cookie: attacker })).toBe('admin@other.test')
    expect(await whoIs({ cookie: victim })).toBe('agent@first.test')
  })

  test('no page gives a session to somebody who did not sign in, and none is taken from an address', async () => {
    const pages = routes.filter(({ method, claim }) => method === 'GET' && claim === null)
    for (const { path } of pages) {
      const answer = await fetch(server.url + path.replace(/:[a-z]+/gi, 'x'), { redirect: 'manual' })
      expect(answer.headers.get('set-cookie') ?? '', path).not.toContain('joblane_session=')
    }
    const cookie = cookieOf(await signIn('agent@first.test'))
    const [name, value] = cookie.split('=')
    const asked = await fetch(`${server.url}/api/users/myself?${name}=${value}&access_token=${value}`)
    expect(asked.status).toBe(401)
  })

  test('behind https the cookie is sent over https alone', async () => {
    const behind = await startTestServer(undefined, ['--proxy'])
    try {
      const answer = await fetch(`${behind.url}/signin`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-proto': 'https' },
        body: new URLSearchParams({ userName: 'agent@first.test', password: PASSWORD }),
      })
      expect(answer.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax; .*; Secure$/)
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    } finally {
      await behind.stop()
    }
  })
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const hmac = (algorithm: string, key: string | Buffer, head: object, claims: object) => {
  const text = `${part(head)}.${part(claims)}`
  return `${text}.${createHmac(algorithm, key).update(text).digest('base64url')}`
}

describe('a bearer token that nobody here signed so', () => {
  test('is nobody: without a signature, of another key, of another kind, altered, too old', async () => {
    const { token } = server.people.agent
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const admin = JSON.parse(
      Buffer.from(server.people.admin.token.split('.')[1] ?? '', 'base64url').toString(),
    )
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
    const rsText = `${part({ alg: 'RS256', typ: 'JWT' })}.${body}`
    const rs = `${rsText}.${sign('sha256', Buffer.from(rsText), privateKey).toString('base64url')}`
    const HS = { alg: 'HS256', typ: 'JWT' }
    const { exp, ...forever } = claims
    const now = Math.floor(Date.now() / 1000)
    const forged: Record<string, string> = {
      none: `${part({ alg: 'none' })}.${body}.`,
      'none with the signature': `${part({ alg: 'none' })}.${body}.${signature}`,
      'None in other letters': `${part({ alg: 'nOnE' })}.${body}.`,
      'no signature': `${head}.${body}.`,
      'another key': hmac('sha256', 'another key', HS, claims),
      'an empty key': hmac('sha256', '', HS, claims),
      'a public key as the secret': hmac('sha256', pem, HS, claims),
      'RS256 of a key of one’s own': rs,
      'RS256 in the head, the secret in the signature': hmac('sha256', secret, { alg: 'RS256' }, claims),
      'HS512 of the right key': hmac('sha512', secret, { alg: 'HS512' }, claims),
      'a key that it brings along': hmac(
        'sha256',
        'mine',
        { ...HS, jwk: { kty: 'oct', k: Buffer.from('mine').toString('base64url') } },
        claims,
      ),
      'a key from a file': hmac('sha256', '', { ...HS, kid: '/dev/null' }, claims),
      'the claims of somebody else': `${head}.${part({ ...claims, sid: admin.sid })}.${signature}`,
      'a longer life': `${head}.${part({ ...claims, exp: exp + 9_999 })}.${signature}`,
      expired: hmac('sha256', secret, HS, { ...claims, exp: now - 1 }),
      'without an end': hmac('sha256', secret, HS, forever),
      'not yet': hmac('sha256', secret, HS, { ...claims, nbf: now + 600 }),
      'of another issuer': hmac('sha256', secret, HS, { ...claims, iss: 'evil' }),
      'for another audience': hmac('sha256', secret, HS, { ...claims, aud: 'joblane-reports' }),
      'of a session that is none': hmac('sha256', secret, HS, { ...claims, sid: crypto.randomUUID() }),
      'of more parts': `${token}.x`,
      nothing: '',
    }
    for (const [what, one] of Object.entries(forged)) {
      expect([what, await whoIs({ authorization: `Bearer ${one}` })]).toEqual([what, 401])
      // Nor does it fall back to a cookie that came along, or open the hub.
      const beside = { authorization: `Bearer ${one}`, cookie: server.people.agent.cookie }
      if (one) expect([what, await whoIs(beside)]).toEqual([what, 401])
    }
    const sound = hmac('sha256', secret, HS, claims)
    expect(await whoIs({ authorization: `Bearer ${sound}` })).toBe('agent@first.test')
  })

  test('no longer opens anything once it has run out, also when it was just used', async () => {
    const { platform } = server.services
    const { token } = await server.signIn('operations@first.test')
    expect(await whoIs({ authorization: `Bearer ${token}` })).toBe('operations@first.test')
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    await platform.write(({ db }) => db.update(sessions).set({ endedutc: '2026-01-01' }).run())
    expect(platform.read((db) => db.select().from(sessions).all()).some(({ id }) => id === sid)).toBe(true)
    expect(await whoIs({ authorization: `Bearer ${token}` })).toBe(401)
    await platform.write(({ db }) => db.update(sessions).set({ endedutc: null }).run())
  })

  test('of the report viewer opens no route at all', async () => {
    const { admin } = server.people
    const { body } = await admin.get('/api/users/reporting/token')
    const token = typeof body.data === 'string' ? body.data : body.data.token
    expect(token.split('.')).toHaveLength(3)
    const opened: string[] = []
    const closed = routes.filter(({ claim }) => claim !== null)
    for (const route of closed) {
      const { status } = await fetch(server.url + route.path.replace(/:[a-z]+/gi, 'x'), {
        method: route.method,
        headers: { authorization: `Bearer ${token}` },
      })
      if (status !== 401) opened.push(`${routeLabel(route)} ${status}`)
    }
    expect(opened).toEqual([])
  })
})

/** Somebody with every way in: a page, a token, a key and a live connection. */
async function somebody(email: string) {
  const { admin } = server.people
  const invited = await admin.post('/api/users', {
    email,
    firstname: 'Some',
    lastname: 'Body',
    roles: [server.roleids.Management],
  })
  await acceptAtOnce(server, email)
  const client = await server.signIn(email)
  const made = await client.patch('/api/users/apikey', { application: 'Test' })
  const hub = await connectHub(server, client)
  const key = made.body.data.key as string
  return {
    id: invited.body.data.id as string,
    hub,
    /** What each way in answers, for a page and a call of a claim that Management has. */
    ways: async () => {
      const ask = async (path: string, headers: Record<string, string>) =>
        (await fetch(server.url + path, { headers, redirect: 'manual' })).status
      return {
        page: await ask('/clients', { cookie: client.cookie }),
        call: await ask('/api/clients', { authorization: `Bearer ${client.token}` }),
        key: await ask('/api/clients', { 'x-api-key': key }),
      }
    },
  }
}

describe('what is taken from somebody who is signed in is gone at their next request, by every way in', () => {
  type Ways = { page: number; call: number; key: number }
  const all = (status: number) => ({ page: status, call: status, key: status })
  type Taken = [what: string, take: (id: string) => Promise<Answer>, after: Ways]
  const cases: Taken[] = [
    [
      'a role',
      (id) => server.people.admin.patch(`/api/users/${id}`, { roles: [server.roleids.StakeHolder] }),
      all(403),
    ],
    [
      'a claim of the role',
      () =>
        server.people.admin.call('DELETE', '/api/auth/roles/claims', {
          roleid: server.roleids.Management,
          claim: 'clients.read',
        }),
      all(403),
    ],
    ['the seat', (id) => server.people.admin.patch(`/api/users/${id}`, { licensed: false }), all(403)],
    ['the place', (id) => server.people.admin.delete(`/api/users/${id}`), all(401)],
    [
      'the account',
      () => server.operator.post('/api/backoffice/account', { id: server.accountid, archived: true }),
      // A page leads to where one comes into another account.
      { page: 303, call: 403, key: 403 },
    ],
  ]
  test.each(cases)('%s', async (what, take, after) => {
    const one = await somebody(`${what.replace(/ /g, '')}@first.test`)
    expect(await one.ways()).toEqual(all(200))
    expect(one.hub.isOpen()).toBe(true)
    expect((await take(one.id)).status, what).toBe(200)
    expect(await one.ways()).toEqual(after)
    await one.hub.ended
    expect(one.hub.isOpen()).toBe(false)
    await server.people.admin.post('/api/auth/roles/claims', {
      roleid: server.roleids.Management,
      claim: 'clients.read',
    })
    await server.operator.post('/api/backoffice/account', { id: server.accountid, archived: false })
  })
})
