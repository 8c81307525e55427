import { afterAll, beforeAll, expect, test } from 'bun:test'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { htmxRequest } from '#tests/support/answers.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let reached: TestServer
let smtp: MailServer
let office: InvoiceFixtures
beforeAll(async () => {
  smtp = await startMailServer()
  const mail = ['--smtp', smtp.url, '--mail-from', 'jobs@joblane.test']
  server = await startTestServer(undefined, mail)
  reached = await startTestServer(undefined, [...mail, '--url', 'https://jobs.example.co.za'])
  office = await createInvoiceFixtures(server)
})
afterAll(async () => {
  await server.stop()
  await reached.stop()
  await smtp.stop()
})

const ALONE = 'opens on this machine alone'
const send = (to: TestServer, path: string, body?: object) =>
  htmxRequest(to, to.people.admin, body ? 'POST' : 'GET', path, body as never)

async function invited(to: TestServer) {
  const dialog = (await send(to, '/admin/users/new')).html
  const { roles } = (await to.people.admin.get('/api/roles')).body.data ?? {}
  const role = /name="roles"[^>]*value="([^"]+)"/.exec(dialog)?.[1] ?? roles?.[0]?.id
  const email = `ben-${crypto.randomUUID().slice(0, 8)}@example.test`
  const { trigger } = await send(to, '/admin/users', {
    email,
    firstname: 'Ben',
    lastname: 'Fourie',
    roles: [role],
  })
  return { dialog, said: trigger.snackbar }
}

test('an invitation whose link opens on this machine alone says so in its form and when it is sent', async () => {
  const { dialog, said } = await invited(server)
  expect(dialog).toContain(`The link of an invitation ${ALONE}`)
  expect(said).toMatchObject({ level: 'warning', message: expect.stringContaining(ALONE) })
})

test('one that everybody can open says nothing of it', async () => {
  const { dialog, said } = await invited(reached)
  expect(dialog).not.toContain(ALONE)
  expect(said).toMatchObject({ level: 'success', message: expect.not.stringContaining(ALONE) })
})

test('so does a paper that is mailed with a link, and not one without', async () => {
  const id = await completeJob(office, [{ linerate: 100 }], { status: 1 })
  expect((await send(server, `/mail/estimate/${id}`)).html).toContain(ALONE)
  const letter = { to: 'buyer@client.test', subject: 'Your estimate', message: 'Here it is.' }
  const plain = await send(server, `/mail/estimate/${id}`, letter)
  expect(plain.trigger.snackbar.message).not.toContain(ALONE)
  const linked = await send(server, `/mail/estimate/${id}`, { ...letter, link: 'true' })
  expect(linked.trigger.snackbar.message).toContain(ALONE)
})
