import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { platformUsers, signinfailures } from '#db/schema/platform/index.ts'
import { createPasswords } from '#server/access/passwords.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
let now = Date.now()
beforeAll(async () => {
  // Behind a proxy, so that requests can come from any address; with what a password really costs.
  // A cost that outweighs the rest of a request by far, as the program's own would, and yet is soon paid.
  const passwords = createPasswords({ memoryCost: 16_384, timeCost: 2 })
  server = await startTestServer(() => new Date(now), ['--proxy'], passwords)
})
afterAll(() => server.stop())

const forget = () => server.services.platform.write(({ db }) => db.delete(signinfailures).run())
beforeEach(forget)

type Headers = Record<string, string>
const send = (path: string, body?: object, headers: Headers = {}) =>
  fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

/** Each place where somebody outside names a person, and how. */
const doors: Record<string, (email: string) => Promise<Response>> = {
  'signing in': (userName) => send('/api/auth/authenticate', { userName, password: 'wrong-word-1' }),
  'the sign-in page': (userName) =>
    fetch(`${server.url}/signin`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ userName, password: 'wrong-word-1' }),
    }),
  registering: (email) =>
    send('/api/auth/register', {
      firstname: 'A',
      lastname: 'B',
      email,
      phone: '',
      password: 'wrong-word-1',
      confirmpassword: 'wrong-word-1',
    }),
  'a forgotten password': (email) => send('/api/auth/passwordreset', { email }),
  'another confirmation': (email) => send(`/api/auth/confirm/resend/${encodeURIComponent(email)}`),
}

describe('whether somebody is known', () => {
  const told = async (answer: Response) => {
    const headers = Object.fromEntries(answer.headers)
    for (const own of ['date', 'x-request-id', 'content-security-policy', 'content-length', 'server-timing'])
      delete headers[own]
    const text = (await answer.text()).replace(/data-nonce="[^"]*"|nonce="[^"]*"|[\w.+-]+@[\w.-]+/g, '')
    return { status: answer.status, headers, text }
  }

  test.each(Object.keys(doors))(
    'does not show in the answer to %s, archived or unconfirmed or not at all',
    async (door) => {
      const knock = doors[door] as (typeof doors)[string]
      await server.services.platform.write(({ db }) => {
        db.update(platformUsers)
          .set({ archived: true })
          .where(eq(platformUsers.email, 'jobs@first.test'))
          .run()
        db.update(platformUsers)
          .set({ confirmedutc: null })
          .where(eq(platformUsers.email, 'agent@first.test'))
          .run()
      })
      const unknown = await told(await knock('nobody@first.test'))
      for (const email of ['management@first.test', 'jobs@first.test', 'agent@first.test'])
        expect(await told(await knock(email)), email).toEqual(unknown)
    },
  )

  const MAX_MS = 10_000
  const timed = Object.keys(doors).filter((door) => door !== 'the sign-in page')
  test.each(timed)('does not show in the work or the time of %s', async (door) => {
    const knock = doors[door] as (typeof doors)[string]
    const spies = [spyOn(Bun.password, 'verify'), spyOn(Bun.password, 'hash')]
    await knock('warm@first.test')
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const worked: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const ratio = () => Math.min(...took.known) / Math.min(...took.unknown)
    const alike = () => ratio() > 0.3 && ratio() < 3.3
    const began = performance.now()
    // The same path, so the quickest of each lie together in the end: what else a busy machine does only adds to the others.
    for (let i = 0; i < 7 || (!alike() && performance.now() - began < MAX_MS); i++)
      for (const [kind, email] of [
        ['known', 'management@first.test'],
        ['unknown', `nobody${i}@first.test`],
      ] as const) {
        await forget()
        const before = spies.map((spy) => spy.mock.calls.length)
        const started = performance.now()
        await (await knock(email)).text()
        took[kind].push(performance.now() - started)
        worked[kind].push(...spies.map((spy, n) => spy.mock.calls.length - (before[n] ?? 0)))
      }
    for (const spy of spies) spy.mockRestore()
    expect(worked.known).toEqual(worked.unknown)
    expect(ratio()).toBeWithin(0.3, 3.3)
  })
})

describe('trying again and again', () => {
  /** Knocks until it is refused, and says how often it could. */
  async function until429(knock: (i: number) => Promise<Response>, most: number): Promise<number> {
    for (let i = 0; i <= most; i++) {
      const answer = await knock(i)
      if (answer.status !== 429) continue
      const wait = Number(answer.headers.get('retry-after'))
      expect(wait).toBeWithin(1, 86_401)
      expect((await answer.text()).length).toBeGreaterThan(10)
      return i
    }
    return Number.POSITIVE_INFINITY
  }
  /** As if an address had tried that often before. */
  const seed = (key: string, count: number) =>
    server.services.platform.write(({ db, now: lastutc }) =>
      db
        .insert(signinfailures)
        .values({
          key,
          count,
          lastutc,
          lockeduntilutc: key.startsWith('limit:') ? new Date(now + 3_600_000).toISOString() : null,
        })
        .run(),
    )
  const from = (address: string): Headers => ({ 'x-forwarded-for': address })
  const bearer = async () => {
    const { token } = await server.signIn('management@first.test')
    return { authorization: `Bearer ${token}` }
  }

  test('for one person from anywhere: sign-in, registering, forgotten password, confirmation', async () => {
    const body = {
      firstname: 'A',
      email: 'x@new.test',
      password: 'a-word-123',
      confirmpassword: 'a-word-123',
    }
    await seed('user:agent@first.test', 8)
    const at = (i: number) => from(`10.0.0.${i}`)
    expect(
      await until429(
        (i) => send('/api/auth/authenticate', { userName: 'agent@first.test', password: 'x' }, at(i)),
        12,
      ),
    ).toBe(2)
    expect(await until429((i) => send('/api/auth/register', body, at(i)), 7)).toBe(5)
    expect(await until429((i) => send('/api/auth/passwordreset', { email: 'x@new.test' }, at(i)), 7)).toBe(5)
    expect(await until429((i) => send('/api/auth/confirm/resend/x@new.test', undefined, at(i)), 7)).toBe(5)
    // Somebody else is as welcome as before.
    expect((await send('/api/auth/passwordreset', { email: 'y@new.test' }, at(1))).status).toBe(200)
  })

  test('from one address for anybody: sign-in, registering, forgotten password, confirmation, links', async () => {
    const one = '10.1.0.1'
    const other = (i: number) => `n${i}@new.test`
    await seed(`ip:${one}`, 48)
    for (const action of ['register', 'reset', 'resend']) await seed(`limit:${action}:ip:${one}`, 28)
    await seed(`limit:link:ip:${one}`, 58)
    const words = { password: 'a-word-123', confirmpassword: 'a-word-123' }
    const link = { userid: crypto.randomUUID(), token: 'x' }
    const tries: [string, (i: number) => Promise<Response>][] = [
      ['sign-in', (i) => send('/api/auth/authenticate', { userName: other(i), password: 'x' }, from(one))],
      [
        'register',
        (i) => send('/api/auth/register', { firstname: 'A', email: other(i), ...words }, from(one)),
      ],
      ['reset', (i) => send('/api/auth/passwordreset', { email: other(i) }, from(one))],
      ['resend', (i) => send(`/api/auth/confirm/resend/${other(i)}`, undefined, from(one))],
      ['link', () => send('/api/auth/confirmemail', link, from(one))],
      ['new password', () => send('/api/auth/confirmpasswordreset', { ...link, ...words }, from(one))],
    ]
    for (const [what, knock] of tries)
      expect([what, await until429(knock, 4)]).toEqual([what, what === 'new password' ? 0 : 2])
    expect((await send('/api/auth/passwordreset', { email: 'y@new.test' }, from('10.1.0.2'))).status).toBe(
      200,
    )
  })

  test('an account’s key, an API key, one’s own password', async () => {
    const headers = await bearer()
    expect(
      await until429(
        (i) => send(`/api/account/link/${crypto.randomUUID()}`, {}, { ...headers, ...from(`10.2.0.${i}`) }),
        25,
      ),
    ).toBe(20)
    const key = (i: number) => ({ 'x-api-key': `joblane_${i}`, ...from('10.2.1.1') })
    expect(await until429((i) => send('/api/clients', undefined, key(i)), 70)).toBe(60)
    const { admin } = server.people
    const made = await admin.patch('/api/users/apikey', { application: 'Right' })
    const right = { 'x-api-key': made.body.data.key as string, ...from('10.2.1.1') }
    expect((await send('/api/clients', undefined, right)).status).toBe(200)
    now += 61_000
    expect((await send('/api/clients', undefined, key(1))).status).toBe(401)
    const authorization = { authorization: `Bearer ${admin.token}` }
    const prove = (password: string) =>
      fetch(`${server.url}/api/users/myself`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ email: 'new@first.test', password }),
      })
    expect(await until429(() => prove('wrong'), 12)).toBe(10)
    expect((await prove(PASSWORD)).status).toBe(429)
  })

  test.each([
    ['without a proxy', []],
    ['beside the proxy', ['--proxy', '--proxy-from', '192.0.2.7,2001:db8::/32']],
  ])('%s nobody chooses the address that is counted', async (_, flags) => {
    const direct = await startTestServer(undefined, flags)
    try {
      await direct.services.platform.write(({ db, now: lastutc }) =>
        db
          .insert(signinfailures)
          .values({
            key: 'limit:reset:ip:127.0.0.1',
            count: 30,
            lastutc,
            lockeduntilutc: new Date(Date.parse(lastutc) + 3_000_000).toISOString(),
          })
          .run(),
      )
      for (const name of [
        'x-forwarded-for',
        'x-real-ip',
        'forwarded',
        'cf-connecting-ip',
        'true-client-ip',
      ]) {
        const answer = await fetch(`${direct.url}/api/auth/passwordreset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', [name]: '10.9.9.9' },
          body: JSON.stringify({ email: 'a@new.test' }),
        })
        expect(answer.status, name).toBe(429)
      }
    } finally {
      await direct.stop()
    }
  })
})
