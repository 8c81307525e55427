import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { confirmInvitation, mailsTo, setPaidSeats } from './users-support.ts'

// Without a mail server a colleague would wait for their invitation for ever.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setPaidSeats(server, 50)
})
afterAll(() => server.stop())

const PASSWORD = 'a good long passw0rd'
const invite = async (email: string): Promise<string> =>
  (await expectOk(server.operator.post('/api/users', { email }))).id
const newLink = async (id: string): Promise<string> =>
  (await expectOk(server.operator.post(`/api/users/${id}/invitationlink`))).link
const signIn = (userName: string) =>
  server.people.admin.post('/api/auth/authenticate', { userName, password: PASSWORD })

test('whoever runs the installation hands over a link, by which the invited choose their password', async () => {
  const email = 'thandi@new.test'
  const link = await newLink(await invite(email))
  expect(link).toStartWith(`${server.url}/confirmpasswordreset/`)
  await confirmInvitation(server, link, PASSWORD)
  expect((await signIn(email)).status).toBe(200)
})

test('each link ends the one before, and the page shows it to copy', async () => {
  const id = await invite('sipho@new.test')
  const [first, second] = [await newLink(id), await newLink(id)]
  expect(second).not.toBe(first)
  const shown = await htmxRequest(server, server.operator, 'POST', `/admin/users/${id}/invitationlink`, {})
  expect(shown.html).toContain(`value="${server.url}/confirmpasswordreset/${id}?t=`)
  for (const ended of [first, second]) await confirmInvitation(server, ended, PASSWORD).catch(() => {})
  expect((await signIn('sipho@new.test')).status).toBe(401)
})

test('a link is made once for the same request, and never for who may only manage people', async () => {
  const id = await invite('lerato@new.test')
  const key = { 'idempotency-key': 'link' }
  const again = () => server.operator.call('POST', `/api/users/${id}/invitationlink`, {}, key)
  expect((await again()).body.data.link).toBeString()
  expect((await again()).body.data.link).toBeUndefined()
  const { admin } = server.people
  const own = (await expectOk(admin.post('/api/users', { email: 'zola@new.test' }))).id
  expect((await admin.post(`/api/users/${own}/invitationlink`)).status).toBe(403)
  expect(mailsTo(server, 'zola@new.test').length).toBe(1)
})
