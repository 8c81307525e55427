import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { acceptInvitations } from '#tests/people/users-support.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

setDefaultTimeout(120_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('what is typed in a tab of one account is not saved in another that a second tab opened', async () => {
  const email = 'management@first.test'
  const roles = [server.otherroleids.Management]
  expect((await server.other.post('/api/users', { email, roles })).status).toBe(200)
  await acceptInvitations(server, email)
  const first = await openPage({ base: server.url, cookies: server.people.management.cookie })
  await first.goto('/clients/new')
  await first.locator('dialog input[name=name]').fill('Strayed')
  const second = await first.context().newPage()
  await second.goto('/')
  await second.evaluate(
    (accountid) =>
      fetch('/api/account/switch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accountid }),
      }),
    server.otherid,
  )
  await first.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await first.getByText('Other is open in this browser by now').waitFor()
  expect(await first.locator('dialog input[name=name]').inputValue()).toBe('Strayed')
  for (const one of [server.people.admin, server.other])
    expect((await one.get('/api/clients?search=Strayed')).body.total).toBe(0)
  await closePage(first)
})
