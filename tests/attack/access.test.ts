import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { platformUsers, seats, sessions } from '#db/schema/platform/platform.ts'
import { addSeat } from '#server/access/accounts.ts'
import { bareSocket, serveHub } from '#tests/http/hub-support.ts'
import { until } from '#tests/support/eventually.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const tally = (statuses: number[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([s, all]) => [s, all.length]),
  )

test('guesses that are made all at once are counted like guesses in a row', async () => {
  const guess = () => post('/api/auth/authenticate', { userName: 'agent@first.test', password: 'wrong' })
  const answers = await Promise.all(Array.from({ length: 40 }, guess))
  expect(tally(answers.map(({ status }) => status))).toEqual({ 401: 10, 429: 30 })
  const after = await post('/api/auth/authenticate', { userName: 'agent@first.test', password: PASSWORD })
  expect([after.status, (await after.json()).message]).toEqual([429, expect.stringContaining('15 minutes')])
})

test('a person who clicks twice is let in twice', async () => {
  const signIn = () => post('/api/auth/authenticate', { userName: 'jobs@first.test', password: PASSWORD })
  const answers = await Promise.all([signIn(), signIn(), signIn()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a renew token that was used up ends its session, however many there were since', async () => {
  const userName = 'management@first.test'
  const { data } = await (await post('/api/auth/authenticate', { userName, password: PASSWORD })).json()
  const tokens: string[] = [data.renewToken]
  for (let n = 0; n < 3; n++) {
    const answer = await post('/api/auth/renew', { renewToken: tokens.at(-1) })
    tokens.push((await answer.json()).data.renewToken)
  }
  expect((await post('/api/auth/renew', { renewToken: tokens[0] })).status).toBe(401)
  expect((await post('/api/auth/renew', { renewToken: tokens.at(-1) })).status).toBe(401)
  for (const nonsense of ['', '.', 'x.y', `${tokens[0]?.split('.')[0]}`])
    expect((await post('/api/auth/renew', { renewToken: nonsense })).status).toBe(401)
})

describe('the hub', () => {
  test('asks at each ping whether who listens may stay', async () => {
    const may = new Set(['ann', 'ben'])
    const { url, stop } = serveHub({ pingms: 20, stays: ({ userid }) => may.has(userid) })
    const [ann, ben] = ['token-ann', 'token-ben'].map((token) =>
      bareSocket(url, { authorization: `Bearer ${token}` }),
    )
    await Promise.all([ann?.greet(), ben?.greet()])
    may.delete('ann')
    await until(() => ann?.state.code === 1008, 'the goodbye')
    expect(ben?.state.code).toBe(0)
    await stop()
  })

  test.each([
    [
      'whose session was ended',
      (id: string) => ({ table: sessions, set: { endedutc: '2026-01-01' }, key: sessions.userid, id }),
    ],
    [
      'whose session has run out',
      (id: string) => ({ table: sessions, set: { expiresutc: '2026-01-01' }, key: sessions.userid, id }),
    ],
    ['who lost the seat', (id: string) => ({ table: seats, set: { archived: true }, key: seats.userid, id })],
    [
      'who was archived',
      (id: string) => ({ table: platformUsers, set: { archived: true }, key: platformUsers.id, id }),
    ],
  ])('lets go of one %s', async (_, change) => {
    const { isSessionOpen } = await import('#server/http/authenticate.ts')
    const { platform } = server.services
    const { userid } = server.people.stakeholder
    const row = platform.read((db) => db.select().from(sessions).where(eq(sessions.userid, userid)).get())
    const admitted = { sessionid: row?.id ?? '', accountid: server.accountid }
    expect(isSessionOpen(server.services, admitted)).toBe(true)
    expect(isSessionOpen(server.services, { ...admitted, accountid: server.otherid })).toBe(false)
    const { table, set, key, id } = change(userid)
    const before = platform.read((db) =>
      db
        .select()
        .from(table as typeof platformUsers)
        .where(eq(key, id))
        .all(),
    )
    await platform.write(({ db }) =>
      db
        .update(table as typeof platformUsers)
        .set(set as never)
        .where(eq(key, id))
        .run(),
    )
    expect(isSessionOpen(server.services, admitted)).toBe(false)
    const [was] = before
    await platform.write(({ db }) =>
      db
        .update(table as typeof platformUsers)
        .set(
          Object.fromEntries(Object.keys(set).map((name) => [name, was?.[name as never] ?? null])) as never,
        )
        .where(eq(key, id))
        .run(),
    )
  })
})

test('a person who was archived comes to the sign-in page, not round in circles', async () => {
  const { cookie, userid } = server.people.operations
  await server.services.platform.write(({ db }) =>
    db.update(platformUsers).set({ archived: true }).where(eq(platformUsers.id, userid)).run(),
  )
  const headers = { cookie, accept: 'text/html' }
  const home = await fetch(`${server.url}/`, { headers, redirect: 'manual' })
  expect(home.headers.get('location')).toBe('/signin')
  expect((await fetch(`${server.url}/signin`, { headers, redirect: 'manual' })).status).toBe(200)
})

describe('who belongs to two accounts, of which one cannot be worked in,', () => {
  const browser = (path: string, cookie: string, form?: Record<string, string>) =>
    fetch(server.url + path, {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie, accept: 'text/html' },
      redirect: 'manual',
    })

  test.each([
    ['because its file is gone', () => rmSync(server.services.tenants.path(server.otherid))],
    [
      'because no seat is paid there',
      () =>
        server.services.platform.write(({ db }) =>
          db.update(seats).set({ licensed: false }).where(eq(seats.accountid, server.otherid)).run(),
        ),
    ],
  ])('%s, goes to the other one', async (_, spoil) => {
    const { cookie, userid } = server.other
    const { platform, tenants } = server.services
    await addSeat(platform, tenants, {
      accountid: server.accountid,
      userid,
      roleids: [server.roleids.Agent as string],
    })
    tenants.close(server.otherid)
    await spoil()
    const stuck = await (await browser('/', cookie)).text()
    expect(stuck).toContain('Open First')
    expect(stuck).toContain('action="/signout"')
    expect((await browser('/account/open', cookie, { id: server.people.admin.accountid })).status).toBe(303)
    expect(await (await browser('/', cookie)).text()).toContain('First')
    expect((await browser('/account/open', cookie, { id: crypto.randomUUID() })).status).toBe(404)
    expect((await browser('/account/open', 'none', { id: server.accountid })).headers.get('location')).toBe(
      '/signin',
    )
    // Back again, for the next way of not being able to work there.
    expect((await browser('/account/open', cookie, { id: server.otherid })).status).toBe(303)
  })
})
