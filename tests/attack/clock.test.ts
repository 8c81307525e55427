import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

const YEAR_MS = 365 * 86_400_000
let ahead = 0
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(() => new Date(Date.now() + ahead))
})
afterAll(() => server.stop())

const post = async (path: string, body: object) =>
  (
    await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status
const signIn = (password: string) =>
  post('/api/auth/authenticate', { userName: 'agent@first.test', password })

test('a clock that was a year ahead for a while locks nobody out when it is right again', async () => {
  ahead = YEAR_MS
  const guesses = await Promise.all(Array.from({ length: 10 }, () => signIn('wrong-pass-1')))
  expect(new Set(guesses)).toEqual(new Set([401]))
  expect(await signIn(PASSWORD)).toBe(429)
  const forgot = () => post('/api/auth/passwordreset', { email: 'agent@first.test' })
  for (let times = 0; times < 5; times++) expect(await forgot()).toBe(200)
  expect(await forgot()).toBe(429)
  ahead = 0
  expect(await signIn(PASSWORD)).toBe(200)
  expect(await forgot()).toBe(200)
})
