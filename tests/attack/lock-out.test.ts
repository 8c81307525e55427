import { afterAll, beforeAll, expect, test } from 'bun:test'
import { signinfailures } from '#db/schema/platform/index.ts'
import { readDevice } from '#server/access/known-device.ts'
import { confirmInvitation, newestMailLink } from '#tests/people/users-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

// A stranger who types wrong passwords locks the name, and not the person out of their own browser.

let server: TestServer
let now = Date.parse('2026-11-22T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer(() => new Date(now), ['--proxy'])
})
afterAll(() => server.stop())

const EMAIL = 'agent@first.test'
const enter = (password: string, cookie = '', userName = EMAIL, address = '203.0.113.9') =>
  fetch(`${server.url}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': address },
    body: new URLSearchParams({ userName, password }),
  })
const deviceOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((one) => one.startsWith('joblane_device='))
    ?.split(';')[0] ?? ''

async function lock(userName = EMAIL) {
  // Aside of the second that is waited after five: they run out together.
  for (let i = 0; i < 5; i++) await enter('wrong-1', '', userName)
  await Promise.all(Array.from({ length: 5 }, () => enter('wrong-1', '', userName)))
  expect((await enter(PASSWORD, '', userName)).status).toBe(429)
}

test('who signed in on this device before gets in while a stranger has the name locked', async () => {
  const device = deviceOf(await enter(PASSWORD))
  expect(device).toStartWith('joblane_device=')
  await lock()
  expect((await enter('wrong-1', device)).status).toBe(401)
  const again = await enter(PASSWORD, device)
  expect(again.status).toBe(303)
  // Elsewhere the name stays locked, and the device of somebody else opens nothing.
  expect((await enter(PASSWORD)).status).toBe(429)
  const other = deviceOf(await enter(PASSWORD, '', 'jobs@first.test', '203.0.113.10'))
  expect((await enter(PASSWORD, other)).status).toBe(429)
  expect((await enter(PASSWORD, 'joblane_device=made-up')).status).toBe(429)
})

test('a device that was stolen is locked by itself', async () => {
  now += 3_600_000
  const device = deviceOf(await enter(PASSWORD))
  for (let i = 0; i < 5; i++) await enter('wrong-1', device)
  await Promise.all(Array.from({ length: 5 }, () => enter('wrong-1', device)))
  expect((await enter(PASSWORD, device)).status).toBe(429)
  expect((await enter(PASSWORD)).status).toBe(303)
})

test('a link by mail lets in while the name is locked', async () => {
  now += 3_600_000
  await lock('management@first.test')
  await fetch(`${server.url}/api/auth/passwordreset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'management@first.test' }),
  })
  await confirmInvitation(server, newestMailLink(server, 'management@first.test'), 'another-word-1')
})

test('a mailed link keeps the id of a device that is known: what was tried there stays counted', async () => {
  const password = 'a-fourth-word-1'
  const email = 'operations@first.test'
  now += 3_600_000
  const before = await enter(PASSWORD, '', email)
  const sent = before.headers.getSetCookie().find((one) => one.startsWith('joblane_device=')) ?? ''
  const body = JSON.stringify({ email })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${server.url}/api/auth/passwordreset`, { method: 'POST', headers, body })
  const link = newestMailLink(server, email)
  const path = /; Path=([^;]+)/.exec(sent)?.[1] ?? ''
  // As a browser does: only to the addresses that the cookie is for.
  const cookie = new URL(link).pathname.startsWith(path) ? deviceOf(before) : ''
  const answer = await follow(link, { password, confirmpassword: password }, cookie)
  const idOf = (device: string) =>
    readDevice(server.services.encryption, device.replace('joblane_device=', ''), email)
  expect(idOf(deviceOf(answer))).toBe(idOf(deviceOf(before))!)
})

/** Sends the form of the page that a mailed link opens. */
async function follow(link: string, fields: Record<string, string> = {}, cookie = '') {
  const { pathname, search, searchParams } = new URL(link)
  const page = await (await fetch(server.url + pathname + search, { headers: { cookie } })).text()
  const [, action = ''] = /hx-post="(\/confirm[^"]+)"/.exec(page) ?? []
  return fetch(server.url + action, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ token: searchParams.get('t') ?? '', ...fields }),
  })
}

/** As if nine wrong passwords had been tried, each of which waits. */
const lockSoon = (email: string) =>
  server.services.platform.write(({ db, now: lastutc }) =>
    db
      .insert(signinfailures)
      .values({ key: `user:${email}`, count: 9, lastutc })
      .run(),
  )

/** Strangers lock the name, and its owner gets in where the link was followed. */
async function expectKnown(answer: Response, email: string, password: string) {
  expect(answer.status).toBe(303)
  expect(answer.headers.getSetCookie().some((one) => one.startsWith('joblane_session='))).toBe(true)
  const device = deviceOf(answer)
  await lockSoon(email)
  await enter('wrong-1', '', email)
  expect((await enter(password, '', email)).status).toBe(429)
  expect((await enter(password, device, email)).status).toBe(303)
}

test('so is a device on which a password was set by a link', async () => {
  const password = 'a-third-word-1'
  const fields = { password, confirmpassword: password }
  now += 3_600_000
  const body = JSON.stringify({ email: 'jobs@first.test' })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${server.url}/api/auth/passwordreset`, { method: 'POST', headers, body })
  const link = newestMailLink(server, 'jobs@first.test')
  await expectKnown(await follow(link, fields), 'jobs@first.test', password)
})

test('so is one on which somebody set their first password', async () => {
  const password = 'a-first-word-1'
  now += 3_600_000
  const { admin } = server.people
  const email = 'newcomer@first.test'
  await expectOk(admin.post('/api/users', { email, roles: [server.roleids.Agent] }))
  const answer = await follow(newestMailLink(server, email), { password, confirmpassword: password })
  await expectKnown(answer, email, password)
})

test('so is one on which somebody confirmed their address', async () => {
  now += 3_600_000
  const email = 'registered@nowhere.test'
  const words = { password: 'a-chosen-word-1', confirmpassword: 'a-chosen-word-1' }
  await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstname: 'R', lastname: 'R', email, phone: '', ...words }),
  })
  await expectKnown(await follow(newestMailLink(server, email)), email, words.password)
})
