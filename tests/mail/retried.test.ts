import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { tenantOutbox } from '#db/schema/tenant/index.ts'
import { createDeliverer } from '#server/mail/deliver.ts'
import { queueMail } from '#server/mail/queue.ts'
import { expectOk, htmxRequest } from '#tests/support/answers.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let now = new Date('2026-11-21T08:00:00Z')
let server: TestServer
let smtp: MailServer | undefined
let port: number
const by = { userid: null, name: 'test' }
beforeAll(async () => {
  const first = await startMailServer()
  port = first.port
  server = await startTestServer(() => now, ['--smtp', first.url, '--mail-from', 'jobs@joblane.test'])
  await first.stop()
})
afterAll(() => server.stop())
afterEach(async () => {
  await smtp?.stop()
  smtp = undefined
  await server.services.tenants.write(server.accountid, by, ({ db }) => db.delete(tenantOutbox).run())
})

const deliver = () => server.services.background.run('mail')
const write = (to: string) =>
  server.services.tenants.write(server.accountid, by, (tx) =>
    queueMail(tx, server.services.encryption, { to, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }),
  )
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
/** Tried several times while the server was down, it would wait for hours. */
async function failing(to: string): Promise<string> {
  const id = await write(to)
  for (const minutes of [2, 6, 16]) {
    await deliver()
    later(minutes)
  }
  await deliver()
  return id
}
const start = async () => {
  smtp = await startMailServer({ port })
}
const post = (path: string, who = server.people.admin) => htmxRequest(server, who, 'POST', path)

test('once a server answers again, what waits since it was down goes out with what it took', async () => {
  await failing('ann@example.test')
  later(65)
  await write('ben@example.test')
  await start()
  // The one that is due finds the server at work.
  await deliver()
  await deliver()
  expect(smtp?.mails.map(({ rcptto }) => rcptto[0]).toSorted()).toEqual([
    'ann@example.test',
    'ben@example.test',
  ])
})

test('a program that was started again tries what waits at once', async () => {
  await failing('ann@example.test')
  await start()
  await createDeliverer(server.services, { onSent() {}, onUndeliverable() {} }).job.run()
  expect(smtp?.to('ann@example.test')).toHaveLength(1)
})

test('whoever may set up mail sends what waits now, one or all', async () => {
  const id = await failing('ann@example.test')
  await write('ben@example.test')
  await deliver()
  const { html } = await htmxRequest(server, server.people.admin, 'GET', '/account/mails')
  expect(html).toContain('Send now')
  expect(html).toContain('Send all now')
  await start()
  expect((await post(`/account/mails/${id}/again`)).status).toBe(200)
  await deliver()
  expect(smtp?.to('ann@example.test')).toHaveLength(1)
  await smtp?.stop()
  await failing('cleo@example.test')
  await start()
  expect((await post('/account/mails/sendnow', server.people.agent)).status).toBe(403)
  expect((await post('/account/mails/sendnow')).status).toBe(200)
  await deliver()
  expect(smtp?.to('cleo@example.test')).toHaveLength(1)
})

test('a test mail that is taken tries what waits', async () => {
  const own = await startTestServer(() => now, ['--smtp-private'])
  const { admin } = own.people
  smtp = await startMailServer({ users: { 'jobs@first.test': 'x' } })
  const { version } = await expectOk(admin.get('/api/account'))
  const down = { smtpserver: '127.0.0.1', smtpport: smtp.port, smtpusername: 'jobs@first.test' }
  await expectOk(
    admin.patch('/api/account', { ...down, smtppassword: 'x', primaryemail: 'office@first.test', version }),
  )
  await own.services.tenants.write(own.accountid, by, (tx) => {
    queueMail(tx, own.services.encryption, { to: 'ann@example.test', subject: 'A', html: 'A', text: 'A' })
    tx.db.update(tenantOutbox).set({ nextutc: '2026-12-24T00:00:00.000Z' }).run()
  })
  await htmxRequest(own, admin, 'POST', '/account/testmail')
  await own.services.background.run('mail')
  expect(smtp.to('ann@example.test')).toHaveLength(1)
  await own.stop()
})
