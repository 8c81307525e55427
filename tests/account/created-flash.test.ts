import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('an account that was created is named in a message of two seconds on its first page', async () => {
  const body = { name: 'Nora’s Signs' }
  const { headers } = await server.people.management.call('POST', '/account/create', body, {
    accept: 'text/html',
  })
  const flash = headers.getSetCookie().find((cookie) => cookie.startsWith('joblane_flash='))
  const [, value = ''] = /=([^;]*)/.exec(flash ?? '') ?? []
  expect(JSON.parse(decodeURIComponent(value))).toEqual({
    level: 'success',
    message: 'Nora’s Signs is created',
    ms: 2000,
  })
})
