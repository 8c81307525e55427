import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { identities, platformUsers } from '#db/schema/platform/platform.ts'
import { addUser } from '#server/access/accounts.ts'
import { CLIENT, startProvider, type TestProvider, userAgent } from '#tests/support/oidc.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let google: TestProvider
let microsoft: TestProvider
let server: TestServer
let ahead = 0

beforeAll(async () => {
  const back = () => `${server.services.url}/externalproviderauth`
  google = await startProvider(back)
  microsoft = await startProvider(back)
  server = await startTestServer(
    () => new Date(Date.now() + ahead),
    [
      ...['--google-issuer', google.issuer, '--google-client-id', CLIENT.id],
      ...['--google-client-secret', CLIENT.secret, '--microsoft-issuer', microsoft.issuer],
      ...['--microsoft-client-id', CLIENT.id, '--microsoft-client-secret', CLIENT.secret],
    ],
  )
})
afterAll(async () => {
  await server.stop()
  await Promise.all([google.stop(), microsoft.stop()])
})
afterEach(() => {
  google.tamper = null
  ahead = 0
})

const begin = (provider = 'google', query = '') => `${server.url}/api/auth/login/${provider}${query}`
const userOf = (email: string) =>
  server.services.platform.read((db) =>
    db.select().from(platformUsers).where(eq(platformUsers.email, email)).get(),
  )
const identitiesOf = (email: string) =>
  server.services.platform.read((db) =>
    db
      .select()
      .from(identities)
      .where(eq(identities.userid, userOf(email)?.id ?? ''))
      .all(),
  )
const person = (sub: string, email: string, more = {}) => ({
  ...{ sub, email, email_verified: true, given_name: 'Thandi', family_name: 'Nkosi' },
  ...more,
})
const signedInAs = async (browser: ReturnType<typeof userAgent>) => {
  const answer = await browser.request(`${server.url}/api/users/myself`)
  return answer.status === 200 ? (await answer.json()).data.email : answer.status
}

describe('signing in with an identity provider', () => {
  test('asks it with PKCE, state and nonce, and keeps them where no script sees them', async () => {
    const answer = await userAgent().request(begin())
    const query = new URL(answer.headers.get('location') ?? '').searchParams
    expect(query.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(query.get(name)?.length).toBeGreaterThan(40)
    expect(query.get('redirect_uri')).toBe(`${server.services.url}/externalproviderauth`)
    const kept = answer.headers.get('set-cookie') ?? ''
    expect(kept).toMatch(/Path=\/externalproviderauth; HttpOnly; SameSite=Lax; Max-Age=600/)
    expect(kept).not.toContain(query.get('state') ?? '')
  })

  test('lets the person of that e-mail in, links them once, and goes on where they wanted to', async () => {
    google.as = person('g-admin', 'admin@first.test')
    const browser = userAgent()
    const { answer, addresses } = await browser.follow(begin('google', '?next=/clients'))
    expect(addresses.at(-1)).toBe(`${server.url}/clients`)
    expect(answer.status).toBe(200)
    expect(await signedInAs(browser)).toBe('admin@first.test')
    expect(browser.jarOf(server.url).has('joblane_external')).toBe(false)
    const again = userAgent()
    google.as = person('g-admin', 'moved@elsewhere.test', { email_verified: false })
    await again.follow(begin())
    expect(await signedInAs(again)).toBe('admin@first.test')
    expect(identitiesOf('admin@first.test')).toHaveLength(1)
  })

  test('registers somebody new, without a password, and leads them to their first account', async () => {
    google.as = person('g-new', 'New.Person@example.test')
    const { addresses } = await userAgent().follow(begin())
    expect(new URL(addresses.at(-1) ?? '').pathname).toBe('/account/create')
    expect(userOf('new.person@example.test')).toMatchObject({
      ...{ firstname: 'Thandi', lastname: 'Nkosi', passwordhash: null, archived: false },
      confirmedutc: expect.any(String),
    })
  })

  test('takes Microsoft’s word for an e-mail only when it says that the domain was verified', async () => {
    microsoft.as = person('m-1', 'agent@first.test', { email_verified: undefined })
    const refused = userAgent()
    const { answer } = await refused.follow(begin('microsoft'))
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Microsoft has not verified the address agent@first.test')
    expect(await signedInAs(refused)).toBe(401)
    microsoft.as = person('m-1', 'agent@first.test', { email_verified: undefined, xms_edov: true })
    const browser = userAgent()
    await browser.follow(begin('microsoft'))
    expect(await signedInAs(browser)).toBe('agent@first.test')
  })

  test('never leads to another site', async () => {
    google.as = person('g-admin', 'admin@first.test')
    for (const next of ['//evil.test', 'https://evil.test', '/\\evil.test']) {
      const { addresses } = await userAgent().follow(begin('google', `?next=${encodeURIComponent(next)}`))
      expect(addresses.at(-1), next).toBe(`${server.url}/`)
    }
  })
})

describe('what does not fit is refused, and nobody is signed in', () => {
  const tampers: [string, TestProvider['tamper']][] = [
    ['another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['more audiences without saying for whom', (claims) => ({ ...claims, aud: [CLIENT.id, 'another'] })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://accounts.google.com' })],
    ['an expired token', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3_600 })],
    ['a signature by another key', () => 'other key'],
    ['no signature at all', () => 'unsigned'],
  ]
  for (const [what, tamper] of tampers)
    test(what, async () => {
      google.as = person('g-admin', 'admin@first.test')
      google.tamper = tamper
      const browser = userAgent()
      const { answer } = await browser.follow(begin())
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('could not be completed')
      expect(await signedInAs(browser)).toBe(401)
    })

  test('another state, or the code of another attempt', async () => {
    google.as = person('g-admin', 'admin@first.test')
    const victim = userAgent()
    await victim.request(begin())
    // What an attacker's own attempt came to, put before the victim's browser.
    const attacker = userAgent()
    let at = begin()
    for (let hops = 0; hops < 20 && !at.includes('/externalproviderauth'); hops++) {
      const page = new URL(at).pathname.startsWith('/interaction/')
      const answer = await attacker.request(at, page ? { method: 'POST' } : {})
      at = new URL(answer.headers.get('location') ?? '', at).href
    }
    const refused = await victim.request(at)
    expect(refused.status).toBe(400)
    expect(await signedInAs(victim)).toBe(401)
    // In its own browser it works, and only once.
    expect((await attacker.request(at)).headers.get('location')).toBe('/gohome')
    expect((await attacker.request(at)).status).toBe(400)
    attacker.jarOf(server.url).delete('joblane_session')
    expect(await signedInAs(attacker)).toBe(401)
  })

  test('a browser that began nothing, or too long ago', async () => {
    expect((await userAgent().request(`${server.url}/externalproviderauth?code=x&state=y`)).status).toBe(400)
    expect((await userAgent().request(`${server.url}/externalproviderauth`)).status).toBe(400)
    expect((await server.people.admin.get('/externalproviderauth')).headers.get('location')).toBe('/')
    google.as = person('g-admin', 'admin@first.test')
    const browser = userAgent()
    const started = await browser.request(begin())
    ahead = 11 * 60_000
    const { answer } = await browser.follow(started.headers.get('location') ?? '')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('took too long')
  })

  test('a person who is archived, and one whom nobody invited where strangers may not register', async () => {
    const email = 'gone@first.test'
    await server.services.platform.write((tx) => {
      const id = addUser(tx, { email, firstname: 'G', lastname: 'One', passwordhash: null })
      tx.db.update(platformUsers).set({ archived: true }).where(eq(platformUsers.id, id)).run()
    })
    google.as = person('g-gone', email)
    expect((await userAgent().follow(begin())).answer.status).toBe(403)
    server.services.config.selfregistration = false
    google.as = person('g-stranger', 'stranger@example.test')
    const { answer } = await userAgent().follow(begin())
    server.services.config.selfregistration = true
    expect(await answer.text()).toContain('Nobody has invited stranger@example.test yet')
    expect(userOf('stranger@example.test')).toBeUndefined()
  })

  test('an unconfirmed password that a stranger had set in wait', async () => {
    const email = 'owner-to-be@example.test'
    const passwordhash = await server.services.passwords.hash(PASSWORD)
    await server.services.platform.write((tx) => {
      const id = addUser(tx, { email, firstname: 'A', lastname: 'Stranger', passwordhash })
      tx.db.update(platformUsers).set({ confirmedutc: null }).where(eq(platformUsers.id, id)).run()
    })
    google.as = person('g-owner', email)
    await userAgent().follow(begin())
    expect(userOf(email)).toMatchObject({ passwordhash: null, confirmedutc: expect.any(String) })
    const answer = await fetch(`${server.url}/api/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: email, password: PASSWORD }),
    })
    expect(answer.status).toBe(401)
  })
})

describe('beside signing in', () => {
  test('a provider that is down is said so, and passwords go on working', async () => {
    const down = await startTestServer(undefined, [
      ...['--google-issuer', 'http://127.0.0.1:9', '--google-client-id', 'x', '--google-client-secret', 'y'],
    ])
    const answer = await fetch(`${down.url}/api/auth/login/google`, { redirect: 'manual' })
    expect(answer.status).toBe(503)
    expect((await answer.json()).message).toContain('Google cannot be reached')
    const page = await fetch(`${down.url}/api/auth/login/google`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('Back to sign in')
    expect((await fetch(`${down.url}/api/auth/login/microsoft`, { redirect: 'manual' })).status).toBe(404)
    expect((await down.signIn('admin@first.test')).token).toBeTruthy()
    await down.stop()
  })

  test('a program gets a code that works once', async () => {
    google.as = person('g-admin', 'admin@first.test')
    const browser = userAgent()
    const { answer } = await browser.follow(begin('google', '?program=true'))
    const code = (await answer.text()).match(/<code>([^<]+)<\/code>/)?.[1] ?? ''
    expect(await signedInAs(browser)).toBe(401)
    const exchange = () => fetch(`${server.url}/api/auth/token-external?code=${encodeURIComponent(code)}`)
    const { data } = await (await exchange()).json()
    const me = await fetch(`${server.url}/api/users/myself`, {
      headers: { authorization: `Bearer ${data.token}` },
    })
    expect((await me.json()).data.email).toBe('admin@first.test')
    expect((await exchange()).status).toBe(401)
    expect((await fetch(`${server.url}/api/auth/token-external?code=a.b`)).status).toBe(401)
  })

  test('a linked sign-in is taken off by its own person, unless it is the only way in', async () => {
    const { admin, agent } = server.people
    const panel = await admin.get('/account/external')
    expect(panel.text).toContain('admin@first.test')
    const [own] = identitiesOf('admin@first.test')
    expect((await agent.delete(`/account/external/${own?.id}`)).status).toBe(404)
    expect((await admin.delete(`/account/external/${own?.id}`)).status).toBe(200)
    expect(identitiesOf('admin@first.test')).toEqual([])
    const { passwordhash } = userOf('agent@first.test') ?? {}
    const set = (hash: string | null) =>
      server.services.platform.write((tx) =>
        tx.db
          .update(platformUsers)
          .set({ passwordhash: hash })
          .where(eq(platformUsers.email, 'agent@first.test'))
          .run(),
      )
    await set(null)
    const [last] = identitiesOf('agent@first.test')
    const refused = await agent.delete(`/account/external/${last?.id}`)
    await set(passwordhash ?? null)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('your only way to sign in')
    expect(identitiesOf('agent@first.test')).toHaveLength(1)
  })
})
