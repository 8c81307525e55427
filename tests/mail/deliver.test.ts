import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { outbox as platformOutbox } from '#db/schema/platform/platform.ts'
import { outbox } from '#db/schema/tenant/index.ts'
import { queueMail } from '#server/mail/queue.ts'
import { type MailServer, startMailServer } from '#tests/support/mail.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let now = new Date('2026-11-21T08:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
let server: TestServer
let smtp: MailServer
const by = { userid: null, name: 'test' }
const words = { subject: 'Hello', html: '<p>Hello <b>you</b></p>', text: 'Hello you' }

beforeAll(async () => {
  const first = await startMailServer()
  server = await startTestServer(
    () => now,
    ['--smtp', first.url, '--mail-from', 'Joblane <jobs@joblane.test>'],
  )
  await first.stop()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await start()
})
afterEach(async () => {
  await smtp.stop()
  const { platform, tenants } = server.services
  await platform.write(({ db }) => db.delete(platformOutbox).run())
  for (const id of [server.accountid, server.otherid])
    await tenants.write(id, by, ({ db }) => db.delete(outbox).run())
  later(24 * 60)
})

const port = () => server.services.config.smtp?.port
async function start(options = {}) {
  smtp = await startMailServer({ port: port(), ...options })
}
const deliver = () => server.services.background.run('mail')
const fromPlatform = (to: string, more = {}) =>
  server.services.platform.write((tx) => queueMail(tx, server.services.seal, { to, ...words, ...more }))
const fromAccount = (to: string, more = {}, accountid = server.accountid) =>
  server.services.tenants.write(accountid, by, (tx) =>
    queueMail(tx, server.services.seal, { to, ...words, ...more }),
  )
const platformRow = (id: string) =>
  server.services.platform.read((db) => db.select().from(platformOutbox).all()).find((row) => row.id === id)

test('a mail of the platform and one of an account arrive, each as who sent it', async () => {
  const id = await fromPlatform('ann@example.test')
  await fromAccount('ben@example.test')
  await deliver()
  const [ann] = smtp.to('ann@example.test')
  expect(ann).toMatchObject({
    subject: 'Hello',
    from: { name: 'Joblane', address: 'jobs@joblane.test' },
    to: [{ address: 'ann@example.test' }],
    messageId: `<${id}@127.0.0.1>`,
    mailfrom: 'jobs@joblane.test',
  })
  expect(ann?.text?.trim()).toBe('Hello you')
  expect(ann?.html).toContain('<b>you</b>')
  expect(smtp.to('ben@example.test')[0]?.from).toEqual({ name: 'First', address: 'jobs@joblane.test' })
  expect(platformRow(id)).toMatchObject({ payload: '', sentutc: now.toISOString(), error: '' })
})
